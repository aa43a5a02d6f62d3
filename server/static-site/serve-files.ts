import type { Context, MiddlewareHandler } from 'hono';
import { filePolicy } from '../headers.ts';
import { chooseEncoding } from './choose-encoding.ts';
import type { Encoding } from './encodings.ts';
import type { Site } from './load-site.ts';
import type { Page, Variant } from './read-page.ts';

/** A file in one encoding, with every header it is sent with. */
interface Ready extends Variant {
  headers: Record<string, string>;
}

type ReadyPage = ReadonlyMap<Encoding, Ready>;

/**
 * Answers for the files of the site, from answers that were made ready at the start: headers that
 * are added to each answer one by one cost half of all the requests a core can answer.
 */
export function serveFiles(site: Site, everyAnswer: Record<string, string>): MiddlewareHandler {
  const ready = new Map([...site.pages].map(([path, page]) => [path, makeReady(page, everyAnswer)]));
  return async (c, next) => {
    const page = ready.get(c.req.path);
    if (page && (c.req.method === 'GET' || c.req.method === 'HEAD')) {
      return sendReady(c, page);
    } else {
      return next();
    }
  };
}

/** The page for addresses that do not exist. */
export function serveNotFound(
  { notFound }: Site,
  everyAnswer: Record<string, string>,
): (c: Context) => Response {
  const ready = makeReady(notFound, everyAnswer);
  return (c) => {
    const { bytes, headers } = ready.get(encodingFor(c, ready)) as Ready;
    return c.body(bytes, 404, headers);
  };
}

function makeReady(page: Page, everyAnswer: Record<string, string>): ReadyPage {
  const variants = [...page.variants].map(([encoding, { bytes, etag }]): [Encoding, Ready] => {
    const headers = {
      ...everyAnswer,
      'Content-Security-Policy': filePolicy,
      ...page.headers,
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      // Said here, because the answer to HEAD has no body to take it from.
      'Content-Length': String(bytes.length),
      ETag: etag,
    };
    return [encoding, { bytes, etag, headers }];
  });
  return new Map(variants);
}

function sendReady(c: Context, page: ReadyPage): Response {
  const { bytes, etag, headers } = page.get(encodingFor(c, page)) as Ready;
  if (names(c.req.header('If-None-Match'), etag)) {
    const { 'Content-Length': _length, 'Content-Encoding': _encoding, ...rest } = headers;
    return c.body(null, 304, rest);
  } else {
    return c.body(bytes, 200, headers);
  }
}

const encodingFor = (c: Context, page: ReadyPage) => chooseEncoding(c.req.header('Accept-Encoding'), page);

/** Whether an If-None-Match names the tag, by the weak comparison (RFC 9110, 13.1.2). */
function names(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
