// npm run setup: makes the site another business's (docs/make-it-yours.md).
import { install } from './install.mjs';
import { run } from './run.mjs';

await install();
process.exitCode = await run('node', 'owner/setup.ts', ...process.argv.slice(2));
