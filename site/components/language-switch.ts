/**
 * Opens the same section in the other language, with the query of this address: the last one that starts above the
 * middle of the screen. At the top of the page there is no section to return to.
 */
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) {
  link.addEventListener('click', () => {
    const sections = scrollY > 0 ? Array.from(document.querySelectorAll('main > section[id]')) : [];
    const reached = sections.filter((section) => section.getBoundingClientRect().top < innerHeight / 2);
    link.search = location.search;
    link.hash = reached.at(-1)?.id ?? '';
  });
}
