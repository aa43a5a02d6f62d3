/** Marks sections that have come into view. Their lane marks then move once (styles/one-road.css). */
const Observer = window.IntersectionObserver as typeof IntersectionObserver | undefined;
const observer =
  Observer &&
  new Observer((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        target.setAttribute('data-seen', '');
      }
    }
  });
for (const section of document.querySelectorAll('main > section')) {
  observer?.observe(section);
}

/** Makes this file a module. */
export {};
