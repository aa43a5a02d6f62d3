/** npm run bench [-- NAME …]: figures beside their baselines, in one run. */
import { benchLighthouse } from './lighthouse.ts';
import { benchPages } from './pages.ts';
import { benchResponsiveness } from './responsiveness.ts';
import { benchServer } from './server.ts';
import { benchSlowLink } from './slow-link.ts';
import { benchStore } from './store.ts';

const benches: Record<string, () => Promise<void>> = {
  pages: benchPages,
  server: benchServer,
  lighthouse: benchLighthouse,
  'slow-link': benchSlowLink,
  responsiveness: benchResponsiveness,
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
