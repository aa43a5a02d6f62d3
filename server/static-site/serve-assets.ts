import type { Context, Handler, MiddlewareHandler } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { cacheControl } from '../headers.ts';
import { type Asset, encodings, type Site } from './load-site.ts';

/** Serves the files of the site. */
export function serveAssets({ assets }: Site): MiddlewareHandler {
  return async (c, next) => {
    const asset = assets.get(c.req.path);
    return asset && isRead(c) ? send(c, asset) : next();
  };
}

/** Handles every path that nothing else handles: redirects and 404 pages. */
export function serveOtherPaths({ assets, notFound }: Site): Handler {
  return (c) => {
    const canonical = canonicalPath(c.req.path, assets);
    if (!isRead(c)) {
      // OPTIONS is the health check that HAProxy makes unless told otherwise.
      const status = c.req.method === 'OPTIONS' ? 204 : 405;
      return c.body(null, status, { Allow: 'GET, HEAD, OPTIONS', 'Cache-Control': cacheControl.never });
    } else if (canonical) {
      return c.body(null, 308, { Location: canonical + new URL(c.req.url).search });
    } else {
      const [folder = '/'] = /^\/[^/]+\//.exec(c.req.path) ?? [];
      const { bytes, headers } = variantFor(c, (notFound.get(folder) ?? notFound.get('/')) as Asset);
      return c.body(bytes, 404, headers);
    }
  };
}

const isRead = (c: Context) => c.req.method === 'GET' || c.req.method === 'HEAD';

/** People and crawlers also try "/about/", "/about.html" and "/es" for "/about" and "/es/". */
function canonicalPath(path: string, assets: Site['assets']): string | undefined {
  const bare = path.replace(/(index)?\.html$/, '').replace(/\/$/, '');
  return [bare, `${bare}/`].find((other) => assets.has(other));
}

function send(c: Context, asset: Asset): Response {
  const { bytes, etag, headers } = variantFor(c, asset);
  if (c.req.header('If-None-Match')?.includes(etag)) {
    const { 'Content-Length': _length, 'Content-Encoding': _encoding, ...rest } = headers;
    return c.body(null, 304, rest);
  } else {
    return c.body(bytes, 200, headers);
  }
}

/** The smallest that the client accepts (RFC 9110, 12.5.3), or the file as it is. */
function variantFor(c: Context, asset: Asset) {
  const accepted = parseAccept(c.req.header('Accept-Encoding') ?? '').filter(({ q }) => q > 0);
  const best = encodings.find(({ name }) => asset.has(name) && accepted.some(({ type }) => type === name));
  return asset.get(best?.name ?? 'identity') as NonNullable<ReturnType<Asset['get']>>;
}
