/**
 * npm run bench [-- NAME …]: benchmarks with their baselines, in one run. Each writes its figures into
 * lab/bench/figures.
 */
import makeTemporaryFolders from '../../tests/support/temporary-folders.ts';
import { NotRun } from '../faults/campaign.ts';
import { hashOfServer, hashOfSite, printFigures, writeRecord } from '../records.ts';
import { benches } from './benches.ts';

// large-store alone writes a gigabyte. Ctrl-C would otherwise leave it there.
process.once('exit', makeTemporaryFolders());
process.once('SIGINT', () => process.exit(130));

const wanted = process.argv.slice(2);

for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  await run(name);
}
process.exit(0);

async function run(name: string): Promise<void> {
  const bench = benches[name];
  if (!bench) {
    console.error(`There is no benchmark "${name}". There are: ${Object.keys(benches).join(', ')}.`);
    process.exit(1);
  }
  console.log(`\n── ${name}`);
  const tested = bench.tests === 'server' ? hashOfServer() : hashOfSite();
  try {
    const figures = await bench.run();
    printFigures(figures);
    writeRecord('benches', name, tested, figures);
  } catch (error) {
    if (!(error instanceof NotRun)) throw error;
    console.log(`   not run: ${error.message}`);
  }
}
