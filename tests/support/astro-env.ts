/** Stands in for Astro's "astro:env/client" where Vitest runs the page's scripts. */
export const PUBLIC_FUNCTIONS_URL = '/functions/v1';
export const PUBLIC_FUNCTIONS_KEY = 'public-key';
