import type { Handler } from 'hono';
import type { Site } from './load-site.ts';
import { serveNotFound } from './serve-files.ts';

/** Answers for every address that is no file and that nothing else answers for. */
export function serveSite(site: Site, everyAnswer: Record<string, string>): Handler {
  const notFound = serveNotFound(site, everyAnswer);
  return (c) => {
    const redirect = site.redirects.get(c.req.path);
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return c.body(null, 405, { Allow: 'GET, HEAD' });
    } else if (redirect) {
      return c.body(null, 308, { Location: redirect + new URL(c.req.url).search });
    } else {
      return notFound(c);
    }
  };
}
