import type { Context, Handler, MiddlewareHandler } from 'hono';
import { cacheControl } from '../headers.ts';
import type { Asset, Encoding, Variant } from './assets.ts';
import { chooseEncoding } from './choose-encoding.ts';
import type { Site } from './load-site.ts';

/** An asset in one encoding, with all its response headers. */
interface ReadyVariant extends Variant {
  headers: Record<string, string>;
}

type ReadyAsset = ReadonlyMap<Encoding, ReadyVariant>;

/**
 * Serves the assets from responses prepared at startup: setting the headers per request would halve the
 * throughput of a core.
 */
export function serveAssets({ assets }: Site, common: Record<string, string>): MiddlewareHandler {
  const ready = new Map([...assets].map(([path, asset]) => [path, prepare(asset, common)]));
  return async (c, next) => {
    const asset = ready.get(c.req.path);
    if (asset && (c.req.method === 'GET' || c.req.method === 'HEAD')) {
      return send(c, asset);
    } else {
      return next();
    }
  };
}

const methods = 'GET, HEAD, OPTIONS';

/** Handles every path that nothing else handles: redirects and 404 pages. */
export function serveOtherPaths(site: Site, common: Record<string, string>): Handler {
  // The longest folder first: "/es/" before "/".
  const notFound = [...site.notFound]
    .toSorted(([one], [other]) => other.length - one.length)
    .map(([folder, asset]) => ({ folder, asset: prepare(asset, common) }));
  return (c) => {
    const redirect = site.redirects.get(c.req.path);
    if (c.req.method === 'OPTIONS') {
      // The health check that HAProxy makes unless told otherwise.
      return c.body(null, 204, { Allow: methods, 'Cache-Control': cacheControl.never });
    } else if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return c.body(null, 405, { Allow: methods, 'Cache-Control': cacheControl.never });
    } else if (redirect) {
      return c.body(null, 308, { Location: redirect + new URL(c.req.url).search });
    } else {
      const page = notFound.find(({ folder }) => c.req.path.startsWith(folder));
      const { bytes, headers } = variantFor(c, page?.asset as ReadyAsset);
      return c.body(bytes, 404, headers);
    }
  };
}

function prepare(asset: Asset, common: Record<string, string>): ReadyAsset {
  const variants = [...asset.variants].map(([encoding, { bytes, etag }]): [Encoding, ReadyVariant] => {
    const headers = {
      ...common,
      ...asset.headers,
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      // Set here because a HEAD response has no body to derive it from.
      'Content-Length': String(bytes.length),
      ETag: etag,
    };
    return [encoding, { bytes, etag, headers }];
  });
  return new Map(variants);
}

function send(c: Context, asset: ReadyAsset): Response {
  const { bytes, etag, headers } = variantFor(c, asset);
  if (matches(c.req.header('If-None-Match'), etag)) {
    const { 'Content-Length': _length, 'Content-Encoding': _encoding, ...rest } = headers;
    return c.body(null, 304, rest);
  } else {
    return c.body(bytes, 200, headers);
  }
}

function variantFor(c: Context, asset: ReadyAsset): ReadyVariant {
  return asset.get(chooseEncoding(c.req.header('Accept-Encoding'), asset)) as ReadyVariant;
}

/** Whether If-None-Match matches the tag, by weak comparison (RFC 9110, 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
