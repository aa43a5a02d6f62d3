// Installs the programs for npm test. --all includes the browsers for npm run test:all.
import { chromiumVersions, ensureOldChromium, ensureOldFirefox, ensureOldWebKit } from './old-browsers.mjs';
import {
  ensureBrowser,
  ensureDeno,
  ensureFirefox,
  ensureFullChromium,
  ensureHtmlChecker,
  ensureJava,
  ensurePostgres,
  ensureWebKit,
} from './programs.mjs';

await ensureBrowser();
ensurePostgres();
ensureDeno();
if (process.argv.includes('--all')) {
  await ensureFullChromium();
  await ensureFirefox();
  await ensureWebKit();
  await ensureJava();
  ensureHtmlChecker();
  fetchOldBrowsers();
}

/** Fetches the old browsers, and prints why one can't be fetched. The browser tests that need it are then skipped. */
function fetchOldBrowsers() {
  const chromiums = chromiumVersions.map((version) => () => ensureOldChromium(version));
  for (const fetchBrowser of [...chromiums, ensureOldFirefox, ensureOldWebKit]) {
    try {
      fetchBrowser();
    } catch (error) {
      console.log(error instanceof Error ? error.message : error);
    }
  }
}
