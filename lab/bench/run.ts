/** npm run bench [-- NAME …]: runs benchmarks together with their baselines, and prints their figures. */
import makeTemporaryFolders from '../../tests/support/memory-folder.ts';
import { type Figures, printFigures } from '../figures.ts';

/** Benchmarks are imported when they run, so measuring the store doesn't load a browser. */
const benches: Record<string, () => Promise<Figures>> = {
  dispatch: async () => (await import('./dispatch.ts')).benchDispatch(),
  pages: async () => (await import('./pages.ts')).benchPages(),
  server: async () => (await import('./server.ts')).benchServer(),
  'slow-link': async () => (await import('./slow-link.ts')).benchSlowLink(),
  store: async () => (await import('./store.ts')).benchStore(),
};

// Without this handler, Ctrl-C would leave temporary files.
process.once('exit', makeTemporaryFolders());
process.once('SIGINT', () => process.exit(130));

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  const bench = benches[name];
  if (!bench) {
    console.error(
      `There is no benchmark "${name}". Choose one of these: ${Object.keys(benches).join(', ')}.`,
    );
    process.exit(1);
  }
  console.log(`\n── ${name}`);
  printFigures(await bench());
}
process.exit(0);
