/** Marks the header while no large call link is in sight: then its own is the orange one. */
const header = document.querySelector('header');
const inSight = new Set<Element>();

/** How much of a link must show below the header before it counts as seen. */
const enough = 0.6;
/** What the header covers, where it sticks: links are scrolled to a place below that. */
const { scrollPaddingTop } = getComputedStyle(document.documentElement);

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, intersectionRatio } of entries) {
      if (intersectionRatio >= enough) inSight.add(target);
      else inSight.delete(target);
    }
    header?.toggleAttribute('data-primary', inSight.size === 0);
  },
  { threshold: enough, rootMargin: `-${scrollPaddingTop} 0px 0px` },
);

for (const link of document.querySelectorAll('main [data-call]')) observer.observe(link);
