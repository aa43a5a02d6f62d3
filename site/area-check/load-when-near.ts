import { loadWords } from '../contact-form/load-words.ts';

/** How far below the viewport "Do you come here?" may be when its script is loaded. */
const distance = '600px';

const place = document.getElementById('area-check');

if (place) {
  const observer = new IntersectionObserver(
    async (entries) => {
      // Two changes may come at once, "far" and "near": any of them counts.
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      const [{ showAreaCheck }, { areaCheck }] = await Promise.all([
        import('./show-area-check.ts'),
        loadWords(),
      ]);
      showAreaCheck(place, areaCheck);
    },
    { rootMargin: distance },
  );
  observer.observe(place);
}
