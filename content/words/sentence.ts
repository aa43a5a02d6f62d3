// The building blocks of the schemas of words. Most take a description, which editors show.
import * as v from 'valibot';
import { type Condition, conditions, type Sentence } from './conditions.ts';
import type english from './en.json';

const conditionDescriptions: Record<Condition, string> = {
  answeredDayAndNight: 'If `hours` in business.json are 00:00 to 23:59 on all days.',
  aseCertified: 'If `aseCertified` in business.json is true.',
  licensedAndInsured: 'If `licensedAndInsured` in business.json is true.',
  yearsOfExperience: 'If `yearsOfExperience` in business.json has a value.',
  phonesRingWithoutDetails: 'If `phonesRing` in business.json is "without details".',
  phonesRing: 'If `phonesRing` in business.json is true or "without details".',
};

const sentenceMessage =
  'Write a text in double quotes, or versions like { "answeredDayAndNight": "Call at any hour.", "otherwise": "Call us." }.';

const nested = v.lazy(() => anySentence);

const versions = v.strictObject({
  ...Object.fromEntries(
    conditions.map((condition) => [
      condition,
      v.exactOptional(v.pipe(nested, v.description(conditionDescriptions[condition]))),
    ]),
  ),
  otherwise: v.pipe(nested, v.description('In all other cases.')),
});

const joined = v.strictObject({
  joined: v.pipe(v.array(nested), v.description('Parts of one text, which the site joins.')),
});

export const anySentence: v.GenericSchema<Sentence> = v.union(
  [v.string(), versions, joined],
  sentenceMessage,
) as never;

/** Returns the schema with a description, if there is one. */
function describe<Schema extends v.GenericSchema>(schema: Schema, description: string | undefined): Schema {
  return description ? (v.pipe(schema, v.description(description)) as never) : schema;
}

/** Creates the schema of a text. Its type is a string, because index.ts replaces each text by one of its versions. */
export const sentence = (description?: string) =>
  describe(nested as unknown as v.GenericSchema<string>, description);

/** Creates the schema of entries that must all be present. */
export const group = <Entries extends v.ObjectEntries>(entries: Entries, description?: string) =>
  describe(v.strictObject(entries, `Known here are ${Object.keys(entries).join(', ')}.`), description);

/** Creates the schema of two versions of a text, usually for one area and for several. */
export const plural = (description?: string) => group({ one: sentence(), other: sentence() }, description);

const listMessage = 'Write a list of texts, like ["Unit, make and engine", "Codes on the dash"].';

export const list = (description?: string) =>
  describe(v.pipe(v.array(sentence(), listMessage), v.minLength(1, listMessage)), description);

/** Creates the schema of a list whose length the page's design fixes. A line may be empty. */
export const lines = (count: number, description?: string) => {
  const write = `Write a list of ${count} texts.`;
  return describe(v.pipe(v.array(sentence(), write), v.length(count, write)), description);
};

export const rows = <Row extends v.GenericSchema>(row: Row, description?: string) =>
  describe(v.array(row, 'Write a list of rows in braces.'), description);

const writeByService = 'Write the words of each service in braces, by the id in content/services.json.';

/** The ids of services that have English words. */
export type WordedService = keyof (typeof english)['services']['items'];
export type WordedFormService = keyof (typeof english)['form']['services'];

export const byService = <Id extends string, Schema extends v.GenericSchema>(
  schema: Schema,
  description?: string,
) =>
  describe(
    v.record(v.string(), schema, writeByService) as unknown as v.GenericSchema<
      Record<Id, v.InferOutput<Schema>>
    >,
    description,
  );

/** Creates the schema of the details of each service, and of the summary above them. */
export const serviceHints = (description: string) =>
  describe(
    v.objectWithRest({ summary: sentence() }, list(), writeByService) as unknown as v.GenericSchema<
      { summary: string } & Record<WordedFormService, string[]>
    >,
    description,
  );

export const stateNames = (description: string) =>
  describe(
    v.record(
      v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'Write the two letters of a state, like "LA".')),
      sentence(),
      'Write names by state, like { "LA": "Luisiana" }.',
    ),
    description,
  );
