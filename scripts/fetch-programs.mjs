// Installs the programs for npm test. --all includes the browsers for npm run test:all.
import { chromiumVersions, findOldChromium, findOldFirefox, findOldWebKit } from './old-browsers.mjs';
import {
  findBrowser,
  findDeno,
  findFirefox,
  findFullChromium,
  findHtmlChecker,
  findJava,
  findPostgres,
  findWebKit,
} from './programs.mjs';

await findBrowser();
findPostgres();
findDeno();
if (process.argv.includes('--all')) {
  await findFullChromium();
  await findFirefox();
  await findWebKit();
  await findJava();
  findHtmlChecker();
  fetchOldBrowsers();
}

/** Fetches the old browsers, and prints why one can't be fetched. The browser tests that need it are then skipped. */
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
