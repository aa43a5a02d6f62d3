// Installs the programs that the tests need. With --all also the browsers of npm run test:all.
import { chromiumVersions, findOldChromium, findOldFirefox, findOldWebKit } from './old-browsers.mjs';
import {
  findBrowser,
  findDeno,
  findFirefox,
  findFullChromium,
  findPostgres,
  findWebKit,
  needJava,
} from './programs.mjs';

await findBrowser();
findPostgres();
findDeno();
if (process.argv.includes('--all')) {
  await findFullChromium();
  await findFirefox();
  await findWebKit();
  await needJava();
  fetchOldBrowsers();
}

/** The journeys in a browser that can't be had are skipped, and say why. */
function fetchOldBrowsers() {
  const chromiums = chromiumVersions.map((version) => () => findOldChromium(version));
  for (const fetchBrowser of [...chromiums, findOldFirefox, findOldWebKit]) {
    try {
      fetchBrowser();
    } catch (error) {
      console.log(error instanceof Error ? error.message : error);
    }
  }
}
