/** Marks the header while the large call link below it is out of sight: then its own is the orange one. */
const header = document.querySelector('header');
const large = document.querySelector('h1 ~ p > a[href^="tel:"]');

if (large) {
  new IntersectionObserver(([entry]) => {
    header?.toggleAttribute('data-act', !entry?.isIntersecting);
  }).observe(large);
}
