/** npm run bench [-- NAME …]: benchmarks with their baselines, in one run. They print their figures. */
import makeTemporaryFolders from '../../tests/support/memory-folder.ts';
import { type Figures, printFigures } from '../figures.ts';

/** Each is imported when it runs, so that whoever measures the store loads no browser. */
const benches: Record<string, () => Promise<Figures>> = {
  dispatch: async () => (await import('./dispatch.ts')).benchDispatch(),
  pages: async () => (await import('./pages.ts')).benchPages(),
  server: async () => (await import('./server.ts')).benchServer(),
  'slow-link': async () => (await import('./slow-link.ts')).benchSlowLink(),
  store: async () => (await import('./store.ts')).benchStore(),
};

// Ctrl-C would otherwise leave what they wrote.
process.once('exit', makeTemporaryFolders());
process.once('SIGINT', () => process.exit(130));

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  const bench = benches[name];
  if (!bench) {
    console.error(`There is no benchmark "${name}". There are: ${Object.keys(benches).join(', ')}.`);
    process.exit(1);
  }
  console.log(`\n── ${name}`);
  printFigures(await bench());
}
process.exit(0);
