// `npm run json-schemas`
import { writeFileSync } from 'node:fs';
import { getJsonSchemas } from './json-schemas.ts';

for (const [name, schema] of Object.entries(getJsonSchemas())) {
  writeFileSync(`content/json-schema/${name}.json`, JSON.stringify(schema, null, 2));
}
