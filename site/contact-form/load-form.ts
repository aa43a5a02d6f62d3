import { contactAnchor, formTitleId } from '../../contract/link-targets.ts';
import { loadScript } from '../load-script.ts';
import { loadWhenNear } from '../load-when-near.ts';
import { loadWords } from './load-words.ts';
import { hasNeededFeatures } from './needed-features.ts';
import { markHydrated, watchTyping } from './typed-before-hydration.ts';

const island = document.getElementById('contact-form');
const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };
const links = [contactAnchor, formTitleId].map((anchor) => `a[href$="#${anchor}"]`).join();

if (island && hasNeededFeatures()) {
  const isTyped = watchTyping(island);
  // Firefox's back/forward cache can restore an old sessionStorage, with a draft that was already sent. On computers,
  // Firefox doesn't cache a page with an "unload" listener, so it loads the page again.
  if ('mozInnerScreenX' in window) {
    addEventListener('unload', () => {});
  }
  // With data saver on, React loads once the visitor uses the form. The form works without React before that.
  const load = loadWhenNear(
    island,
    async () => {
      const [hydrate, words] = await Promise.all([loadScript('hydrate', importHydrate), loadWords()]);
      return () => {
        markHydrated();
        hydrate(island, words, isTyped);
      };
    },
    { isWatched: !connection?.saveData },
  );
  if (!connection?.saveData) {
    // When the visitor presses a link to the form, React loads while the page scrolls there.
    document.addEventListener('pointerdown', ({ target }) => {
      if (target instanceof Element && target.closest(links)) {
        load();
      }
    });
  }
  island.addEventListener('focusin', load);
}

/** Imports only `hydrate`. If the code used the module object, the build would need an object with all exports. */
async function importHydrate() {
  const { hydrate } = await import('./hydrate.tsx');
  return hydrate;
}
