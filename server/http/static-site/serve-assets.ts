import type { Context, Handler, MiddlewareHandler } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { cacheControl } from '../headers.ts';
import type { Asset, BuiltFiles } from './load-site.ts';

/** The site that is currently served. The content of pages may change, but the set of pages may not. */
export type ServedSite = Pick<BuiltFiles, 'get' | 'has'>;

/** Serves the files of the site. */
export function serveAssets(site: ServedSite): MiddlewareHandler {
  return async (c, next) => {
    const asset = site.get(c.req.path);
    return asset && isGetOrHead(c) ? send(c, asset) : next();
  };
}

/** Handles all remaining requests: redirects, 404 pages, and other methods than GET and HEAD. */
export function serveOtherPaths(site: ServedSite): Handler {
  return (c) => {
    const canonical = findCanonicalPath(c.req.path, site);
    if (!isGetOrHead(c)) {
      // OPTIONS is HAProxy's default health check.
      const status = c.req.method === 'OPTIONS' ? 204 : 405;
      return c.body(null, status, { Allow: 'GET, HEAD, OPTIONS', 'Cache-Control': cacheControl.never });
    } else if (canonical) {
      return c.body(null, 308, { Location: canonical + new URL(c.req.url).search });
    } else {
      const [, folder = ''] = /^\/+([^/]+\/)/.exec(c.req.path.toLowerCase()) ?? [];
      const page = site.get(`${folder}404.html`) ?? site.get('404.html');
      const { bytes, headers } = chooseVariant(c, page as Asset);
      return c.body(bytes, 404, headers);
    }
  };
}

const isGetOrHead = (c: Context) => c.req.method === 'GET' || c.req.method === 'HEAD';

/**
 * Finds the page or file that a path probably means. Instead of "/about", people and crawlers also try "/about/",
 * "/about.html", "//about", and "/About". Instead of "/es/", they try "/es". Programs that detect links in text may
 * include the next characters, like "/about." and "/about%20". The result is always a path of the site, because a
 * redirect to "//evil.example" would open another site.
 */
function findCanonicalPath(path: string, site: ServedSite): string | undefined {
  const bare = trimPunctuation(tryDecode(path).toLowerCase())
    .replace(/\/{2,}/g, '/')
    .replace(/(index)?\.html$/, '')
    .replace(/\/$/, '');
  return [bare, `${bare}/`].find((other) => site.has(other));
}

/** Removes punctuation, symbols, and spaces from the end of a path. */
function trimPunctuation(path: string): string {
  const characters = [...path];
  // A regular expression would need quadratic time for many dots before a letter.
  const last = characters.findLastIndex((character) => !/[\p{P}\p{S}\p{Z}]/u.test(character));
  return characters.slice(0, last + 1).join('');
}

/** Decodes the escapes in a path, or returns the path unchanged if they aren't UTF-8. */
function tryDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function send(c: Context, asset: Asset): Response {
  const { bytes, headers } = chooseVariant(c, asset);
  if (c.req.header('If-None-Match')?.includes(headers.ETag as string)) {
    const { 'Content-Length': _length, 'Content-Encoding': _encoding, ...rest } = headers;
    return c.body(null, 304, rest);
  }
  return c.body(bytes, 200, headers);
}

/** Returns the first encoding that the client names (RFC 9110, 12.5.3), usually the smallest, or the unencoded file. */
function chooseVariant(c: Context, asset: Asset): Asset[number] {
  const accepted = parseAccept(c.req.header('Accept-Encoding') ?? '').filter(({ q }) => q > 0);
  const best = asset.find(({ encoding }) => accepted.some(({ type }) => type === encoding));
  return best ?? (asset.at(-1) as Asset[number]);
}
