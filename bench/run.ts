/** npm run bench [-- NAME …]: figures beside their baselines, in one run. */
import { benchStore } from './store.ts';

const benches: Record<string, () => Promise<void>> = {
  store: benchStore,
};

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  const bench = benches[name];
  if (bench === undefined) {
    console.error(`There is no bench "${name}". There are: ${Object.keys(benches).join(', ')}.`);
    process.exit(1);
  }
  console.log(`\n── ${name}`);
  await bench();
}
process.exit(0);
