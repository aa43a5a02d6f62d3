/** Marks the header while no large call link is in sight: then its own is the orange one. */
const header = document.querySelector('header');
const inSight = new Set<Element>();

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inSight.add(target);
    else inSight.delete(target);
  }
  header?.toggleAttribute('data-act', inSight.size === 0);
});

for (const link of document.querySelectorAll('main .CallLink-act')) observer.observe(link);
