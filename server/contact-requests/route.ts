import { createHash } from 'node:crypto';
import { type Context, type Handler, Hono } from 'hono';
import { type Language, languages } from '../../content/languages.ts';
import { contactPath, honeypotName } from '../../contract/contact-fields.ts';
import { readContactRequest } from '../../contract/contact-request.ts';
import type { Clock } from '../clock.ts';
import { crossOrigin } from '../headers.ts';
import type { Event, Facts, Log } from '../log.ts';
import type { ClientIp } from '../rate-limits/client-ip.ts';
import type { RateLimiter, RateLimits, Taken } from '../rate-limits/rate-limiter.ts';
import { type PostedRequest, type RequestStore, StoreUnavailable } from '../store/request-store.ts';
import { acceptedAnswer, backToForm, methodNotAllowed, rejectedAnswer } from './answers.ts';
import { readBody, salvageBody } from './read-body.ts';
import { Rejection } from './rejection.ts';

export interface ContactRequestParts {
  store: RequestStore;
  /** Called when a mail has become due. */
  onSaved(): void;
  allowedOrigins: readonly string[];
  clientIp: ClientIp;
  limits: RateLimits;
  clock: Clock;
  log: Log;
}

const methods = 'POST, OPTIONS';

/** Everything at the function's path. */
export function contactRequests(parts: ContactRequestParts): Hono {
  const route = new Hono();
  route.options(contactPath, async (c, next) => {
    c.header('Allow', methods);
    await next();
  });
  route.use(contactPath, crossOrigin(parts.allowedOrigins));
  route.post(contactPath, receive(parts));
  route.options(contactPath, (c) => c.body(null, 204));
  route.get(contactPath, async (c, next) => {
    const browsing = c.req.header('Accept')?.includes('text/html');
    return browsing ? backToForm(c, visitorLanguage(c)) : next();
  });
  route.all(contactPath, (c) => methodNotAllowed(c, methods));
  return route;
}

/** The language of the page that posted, from its form's `?lang=`; the first one when it names none. */
function visitorLanguage(c: Context): Language {
  const asked = c.req.query('lang') ?? '';
  const [first] = Object.keys(languages) as [Language];
  return Object.hasOwn(languages, asked) ? (asked as Language) : first;
}

/** Accepts one posted request, or rejects it. What is answered with 200 is on the disk. */
function receive(parts: ContactRequestParts): Handler {
  return async (c) => {
    const began = parts.clock.elapsed();
    const language = visitorLanguage(c);
    const ip = parts.clientIp(c);
    let sent: Record<string, unknown> = {};
    try {
      // Before anything is counted: another site's page must not use up what its visitor may post.
      checkOrigin(c.req.raw.headers, parts.allowedOrigins);
      await takePost(parts.limits.posts, ip, c.req.raw);
      sent = await readBody(c.req.raw);
      const posted = readPosted(sent, c.req.raw.headers, language, parts.clock.now(), ip);
      const saved = await saveWithinLimit(parts, posted, ip);
      parts.onSaved();
      const answer = acceptedAnswer(c, language, saved.reference);
      log('request', {
        outcome: saved.outcome,
        status: answer.status,
        reference: saved.reference,
        ...(posted.honeypotFilled && { honeypot: true }),
      });
      return answer;
    } catch (error) {
      const rejection = rejectionFor(error);
      log('rejection', { status: rejection.kind.status, code: rejection.code });
      return rejectedAnswer(c, language, rejection, rejection.sent ?? sent);
    }

    function log(event: Event, facts: Facts): void {
      parts.log(event, { ...facts, ms: Math.round(parts.clock.elapsed() - began) });
    }
  };
}

/** One post too many is not looked at, but a form is read: its page gives back what was typed. */
async function takePost(limiter: RateLimiter, ip: string, request: Request): Promise<void> {
  const { retryAfter } = await limiter.take(ip);
  if (retryAfter !== undefined) {
    throw new Rejection('slow_down', { retryAfter, sent: await salvageBody(request) });
  }
}

async function takeOrReject(limiter: RateLimiter, ip: string, id?: string): Promise<Taken> {
  const taken = await limiter.take(ip, id);
  if (taken.retryAfter !== undefined) {
    throw new Rejection('slow_down', { retryAfter: taken.retryAfter });
  }
  return taken;
}

/**
 * Rejects what a page of another origin posts, whatever its content type. Programs that are not
 * browsers send neither header and are let through: there is no cookie that they could borrow.
 */
function checkOrigin(headers: Headers, allowed: readonly string[]): void {
  const origin = headers.get('Origin');
  const site = headers.get('Sec-Fetch-Site');
  const notABrowser = origin === null && site === null;
  // "null", the origin of a sandboxed page, has no host.
  const originHost = origin === null ? undefined : URL.parse(origin)?.host;
  const sameOrigin =
    site === 'same-origin' || (originHost !== undefined && originHost === headers.get('Host'));
  const listed = origin !== null && allowed.includes(origin);
  if (!notABrowser && !sameOrigin && !listed) {
    throw new Rejection('cross_origin');
  }
}

function readPosted(
  sent: Record<string, unknown>,
  headers: Headers,
  language: Language,
  receivedAt: Date,
  clientIp: string,
): PostedRequest {
  const idempotencyKey = readIdempotencyKey(headers);
  const result = readContactRequest(sent);
  if ('problems' in result) {
    throw new Rejection('invalid', { problems: result.problems });
  }
  const request = { fields: result.request, language, receivedAt, idempotencyKey, clientIp };
  return { ...request, honeypotFilled: honeypotFilled(sent) };
}

/** The client's name for this one request, however often it is sent: up to 255 printable ASCII characters. */
function readIdempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('Idempotency-Key');
  if (key !== null && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new Rejection('bad_idempotency_key');
  }
  return key ?? undefined;
}

/** Whether something is in the field that people do not see. */
function honeypotFilled(sent: Record<string, unknown>): boolean {
  const value = sent[honeypotName];
  return typeof value === 'string' && value.trim() !== '';
}

/** Counted before the store is asked, so that of a hundred posts at once not all get through. */
async function saveWithinLimit({ store, limits }: ContactRequestParts, posted: PostedRequest, ip: string) {
  const taken = await takeOrReject(limits.accepted, ip, identityOf(posted));
  let isNew = false;
  try {
    const saved = await store.save(posted);
    if (saved.outcome === 'mismatch') {
      throw new Rejection('idempotency_mismatch');
    }
    isNew = saved.outcome === 'saved';
    return saved;
  } finally {
    if (!isNew) {
      taken.refund();
    }
  }
}

/** The same for a repeat of the same request, which the rate limit does not count again. */
function identityOf({ idempotencyKey, fields }: PostedRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([idempotencyKey, fields]))
    .digest('base64url');
}

/** Any other error is a fault of ours and goes on to the application's own handler. */
function rejectionFor(error: unknown): Rejection {
  if (error instanceof StoreUnavailable) {
    return new Rejection('unavailable');
  } else if (error instanceof Rejection) {
    return error;
  } else {
    throw error;
  }
}
