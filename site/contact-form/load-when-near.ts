import { loadWords } from './load-words.ts';

/** How far below the viewport the form may be when React is loaded. */
const distance = '600px';

const island = document.getElementById('contact-form');
const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };

if (island) {
  const load = async () => {
    observer.disconnect();
    island.removeEventListener('focusin', load);
    const [{ hydrate }, words] = await Promise.all([import('./hydrate.tsx'), loadWords()]);
    hydrate(island, words);
  };
  const observer = new IntersectionObserver(
    // Two changes may come at once, "far" and "near": any of them counts.
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(),
    { rootMargin: distance },
  );
  // With data saver on, wait until the form is used: it works without React until then.
  if (!connection?.saveData) observer.observe(island);
  island.addEventListener('focusin', load);
}
