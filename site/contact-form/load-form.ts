import { contactAnchor, requestAnchor } from '../../contract/site-places.ts';
import { loadScript } from '../load-script.ts';
import { loadWhenNear } from '../load-when-near.ts';
import { followTyping } from './history-entry.ts';
import { loadWords } from './load-words.ts';
import { hasNeededFeatures } from './needed-features.ts';

const island = document.getElementById('contact-form');
const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };
const links = [contactAnchor, requestAnchor].map((anchor) => `a[href$="#${anchor}"]`).join();

if (island && hasNeededFeatures()) {
  const hydrated = followTyping(island);
  // Firefox alone keeps a page for Back with an old sessionStorage, where a draft that was sent is still a draft. A page
  // with a listener for "unload" isn't kept, but loaded again.
  if ('mozInnerScreenX' in window) {
    addEventListener('unload', () => {});
  }
  // With data saver on, wait until the form is used: it works without React until then.
  const load = loadWhenNear(
    island,
    async () => {
      const [hydrate, words] = await Promise.all([loadScript('hydrate', importHydrate), loadWords()]);
      return () => hydrate(island, words, hydrated());
    },
    !connection?.saveData,
  );
  if (!connection?.saveData) {
    // A press on a link to the form: React arrives while the page scrolls there.
    document.addEventListener('pointerdown', ({ target }) => {
      if (target instanceof Element && target.closest(links)) {
        load();
      }
    });
  }
  island.addEventListener('focusin', load);
}

/** Without a name for the whole module, the build needs no object with all that it exports to other scripts. */
async function importHydrate() {
  const { hydrate } = await import('./hydrate.tsx');
  return hydrate;
}
