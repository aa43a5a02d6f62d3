/**
 * npm run bench [-- NAME …] [--seconds N]: benchmarks with their baselines, in one run. Each writes its figures
 * into lab/bench/figures. `--seconds` is only for store-load and large-store: how long each server is under load.
 */
import { parseArgs } from 'node:util';
import { NotRun } from '../faults/campaign.ts';
import { type Figures, hashOfServer, hashOfSite, printFigures, writeRecord } from '../records.ts';
import { type BenchName, benches } from './benches.ts';
import { benchLargeStore } from './large-store.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchMemory } from './memory.ts';
import { benchPages } from './pages.ts';
import { benchPresses } from './presses.ts';
import { benchResponsiveness } from './responsiveness.ts';
import { benchServer } from './server.ts';
import { benchSlowLink } from './slow-link.ts';
import { benchStore } from './store.ts';
import { benchStoreLoad } from './store-load.ts';

const { values, positionals: wanted } = parseArgs({
  options: { seconds: { type: 'string' } },
  allowPositionals: true,
});

const runs: Record<BenchName, () => Promise<Figures>> = {
  pages: benchPages,
  server: benchServer,
  memory: benchMemory,
  lighthouse: benchLighthouse,
  'slow-link': benchSlowLink,
  responsiveness: benchResponsiveness,
  presses: benchPresses,
  store: benchStore,
  'store-load': () => benchStoreLoad(Number(values.seconds ?? 20)),
  'large-store': () => benchLargeStore(Number(values.seconds ?? 60)),
};

for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  if (!(name in benches)) {
    console.error(`There is no benchmark "${name}". There are: ${Object.keys(benches).join(', ')}.`);
    process.exit(1);
  }
  console.log(`\n── ${name}`);
  await run(name as BenchName);
}
process.exit(0);

async function run(name: BenchName): Promise<void> {
  const tested = benches[name].tests === 'server' ? hashOfServer() : hashOfSite();
  try {
    const figures = await runs[name]();
    printFigures(figures);
    writeRecord('benches', name, tested, figures);
  } catch (error) {
    if (!(error instanceof NotRun)) throw error;
    console.log(`   not run: ${error.message}`);
  }
}
