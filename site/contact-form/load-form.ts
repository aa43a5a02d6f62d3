import { contactAnchor, requestAnchor, sentAnchor } from '../../contract/contact-fields.ts';
import { loadScript } from '../load-script.ts';
import { loadWhenNear } from '../load-when-near.ts';
import { loadWords } from './load-words.ts';
import { hasNeededFeatures } from './needed-features.ts';

const island = document.getElementById('contact-form');
const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };
const links = [contactAnchor, requestAnchor].map((anchor) => `a[href$="#${anchor}"]`).join();

if (island && hasNeededFeatures()) {
  // The anchor of the outcome, opened by itself, is no outcome (Outcome.module.css).
  island.toggleAttribute('data-own-post', isOwnPost());
  island.toggleAttribute('data-scripted', true);
  // With data saver on, wait until the form is used: it works without React until then.
  const load = loadWhenNear(
    island,
    async () => {
      const [{ hydrate }, words] = await Promise.all([
        loadScript('hydrate', () => import('./hydrate.tsx')),
        loadWords(),
      ]);
      return () => hydrate(island, words);
    },
    !connection?.saveData,
  );
  if (!connection?.saveData) {
    // A press on a link to the form: React arrives while the page scrolls there.
    document.addEventListener('pointerdown', ({ target }) => {
      if (target instanceof Element && target.closest(links)) load();
    });
  }
  island.addEventListener('focusin', load);
}

/**
 * Whether this tab posted the form without the script: that redirects from this site to the outcome's anchor.
 */
function isOwnPost(): boolean {
  return location.hash === `#${sentAnchor}` && document.referrer.startsWith(`${location.origin}/`);
}
