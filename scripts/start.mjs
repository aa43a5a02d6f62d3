// npm start: from a fresh clone to a running site.
import { buildIfStale } from './build.mjs';
import { install } from './install.mjs';
import { serve } from './serve.mjs';

await install();
await buildIfStale();
serve();
