import type { Context, Handler } from 'hono';
import { chooseEncoding } from './choose-encoding.ts';
import type { Site } from './load-site.ts';
import type { Page, Variant } from './read-page.ts';

/** Answers for every address that nothing else answers for. */
export function serveSite(site: Site): Handler {
  return (c) => {
    const page = site.pages.get(c.req.path);
    const redirect = site.redirects.get(c.req.path);
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return c.body(null, 405, { Allow: 'GET, HEAD' });
    } else if (page) {
      return sendPage(c, page, 200);
    } else if (redirect) {
      return c.body(null, 308, { Location: redirect + new URL(c.req.url).search });
    } else {
      return sendPage(c, site.notFound, 404);
    }
  };
}

function sendPage(c: Context, page: Page, status: 200 | 404): Response {
  const encoding = chooseEncoding(c.req.header('Accept-Encoding'), page.variants);
  const { bytes, etag } = page.variants.get(encoding) as Variant;
  const headers = { ...page.headers, ETag: etag };
  if (status === 200 && names(c.req.header('If-None-Match'), etag)) {
    return c.body(null, 304, headers);
  } else {
    const coding = encoding === 'identity' ? undefined : { 'Content-Encoding': encoding };
    // Said here, because the answer to HEAD has no body to take it from.
    return c.body(bytes, status, { ...headers, ...coding, 'Content-Length': String(bytes.length) });
  }
}

/** Whether an If-None-Match names the tag, by the weak comparison (RFC 9110, 13.1.2). */
function names(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
