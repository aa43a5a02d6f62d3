/**
 * npm run bench [-- NAME …] [--seconds N]: benchmarks with their baselines, in one run. `--seconds` is only
 * for store-load and large-store: how long each server is under load.
 */
import { parseArgs } from 'node:util';
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

const benches: Record<string, () => Promise<void>> = {
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
  const bench = benches[name];
  if (bench === undefined) {
    console.error(`There is no benchmark "${name}". There are: ${Object.keys(benches).join(', ')}.`);
    process.exit(1);
  }
  console.log(`\n── ${name}`);
  await bench();
}
process.exit(0);
