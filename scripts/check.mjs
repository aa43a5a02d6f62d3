// npm run check: what an owner needs after an edit, in two minutes at most.
import { buildIfStale } from './build.mjs';
import { install } from './install.mjs';
import { runQuietly } from './run.mjs';

await install();
// Ends with a sentence for each fault of content/: facts, words, areas, pictures, contrast.
await buildIfStale();
const results = [
  { name: 'content and build', code: 0, printed: '' },
  { name: 'types', ...(await runQuietly('tsc', '-p', 'owner')) },
  { name: 'links, and nothing of a former business', ...(await runQuietly('node', 'owner/check.ts')) },
];
for (const { name, code, printed } of results) {
  console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
  if (code !== 0 || name.startsWith('links')) console.log(printed.trimEnd());
}
const isGood = results.every(({ code }) => code === 0);
console.log(
  isGood ? '\nThe site is as content/ says.' : '\nMend what is named above, and run "npm run check" again.',
);
process.exitCode = isGood ? 0 : 1;
