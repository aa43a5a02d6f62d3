/** Each page has one address. Astro's `build.format: 'preserve'` names the files after the routes. */

/** "index.html" → "/", "about.html" → "/about", "es/index.html" → "/es/", "robots.txt" → "/robots.txt". */
export function addressOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`;
}

/** Addresses that people and crawlers try for the same page; they are sent to the one. */
export function otherAddressesOf(file: string): string[] {
  const address = addressOf(file);
  if (!file.endsWith('.html')) {
    return [];
  } else if (address === '/') {
    return [`/${file}`];
  } else if (address.endsWith('/')) {
    return [`/${file}`, address.slice(0, -1)];
  } else {
    return [`/${file}`, `${address}/`];
  }
}
