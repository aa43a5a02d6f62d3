import { loadWords } from './load-words.ts';

/** How far below the viewport the form may be when React is loaded. */
const distance = '600px';

const island = document.getElementById('contact-form');
const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };

if (island) {
  let loading = false;
  const load = async () => {
    if (loading) return;
    loading = true;
    observer.disconnect();
    const [{ hydrate }, words] = await Promise.all([import('./hydrate.tsx'), loadWords()]);
    hydrate(island, words);
  };
  const observer = new IntersectionObserver(
    // Two changes may come at once, "far" and "near": any of them counts.
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(),
    { rootMargin: distance },
  );
  // With data saver on, wait until the form is used: it works without React until then.
  if (!connection?.saveData) {
    observer.observe(island);
    // A press on a link to the form: React arrives while the page scrolls there.
    document.addEventListener('pointerdown', ({ target }) => {
      if (target instanceof Element && target.closest('a[href$="#contact"]')) load();
    });
  }
  island.addEventListener('focusin', load);
}
