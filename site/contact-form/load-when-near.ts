/** How far below the screen the form may be when React is fetched for it. */
const distance = '600px';

const island = document.getElementById('contact-form');

if (island) {
  const load = async () => {
    observer.disconnect();
    island.removeEventListener('focusin', load);
    const { hydrate } = await import('./hydrate.tsx');
    hydrate(island);
  };
  const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
    rootMargin: distance,
  });
  observer.observe(island);
  island.addEventListener('focusin', load);
}
