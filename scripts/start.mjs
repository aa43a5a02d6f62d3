// npm start: from a bare clone to the running site.
import { buildIfStale } from './build.mjs';
import { install } from './install.mjs';
import { serve } from './serve.mjs';

await install();
await buildIfStale();
serve();
