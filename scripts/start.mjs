// npm start: from a fresh clone to a running site.
import { buildIfStale } from './build.mjs';
import { install } from './install.mjs';
import { serve } from './serve.mjs';

await install();
await buildIfStale();
console.log('Serving the pages, with one line of JSON for each event:');
serve();
