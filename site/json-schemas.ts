import { toJsonSchema } from '@valibot/to-json-schema';
import { schemas } from '../content/schema.ts';
import { wordSchemas } from '../content/words/schema.ts';
import { anySentence } from '../content/words/sentence.ts';

/**
 * Returns the contents of content/json-schema/, by file name without `.json`, for editors. JSON Schema can't express
 * checks in code, so site/read-facts.ts and site/read-words.ts apply the original schemas at each build.
 */
export function getJsonSchemas(): Record<string, object> {
  const facts = Object.entries(schemas).map(([name, schema]) => [name, toJson(schema)]);
  const words = Object.entries(wordSchemas).map(([name, schema]) => [
    name,
    toJson(schema, { sentence: anySentence }),
  ]);
  return Object.fromEntries([...facts, ...words]);
}

type Schema = Parameters<typeof toJsonSchema>[0];

/** `definitions` are schemas that contain themselves. */
function toJson(schema: Schema, definitions: Record<string, Schema> = {}) {
  const json = toJsonSchema(schema, { errorMode: 'ignore', definitions });
  // The files of facts and words name their schema themselves.
  return { ...json, properties: { $schema: { type: 'string' }, ...json.properties } };
}
