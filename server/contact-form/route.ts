import { type Context, type Handler, Hono } from 'hono';
import { interpolate } from '../../content/interpolate.ts';
import { defaultLanguage, type Language, languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import {
  contactPath,
  type FieldErrorCodes,
  fieldNames,
  getField,
  honeypotName,
  outcomeHeader,
} from '../../contract/contact-fields.ts';
import { parseContactRequest } from '../../contract/contact-request.ts';
import { contactAnchor, sentPage } from '../../contract/link-targets.ts';
import type { Clock } from '../clock.ts';
import { isAllowedOrigin } from '../http/check-origin.ts';
import { allowCrossOrigin, cacheControl, createDocumentPolicy } from '../http/headers.ts';
import { createProblemDocument } from '../http/problem-document.ts';
import type { ReadClientIp } from '../http/rate-limits/client-ip.ts';
import type { RateLimiter } from '../http/rate-limits/rate-limiter.ts';
import { isForm, readBody } from '../http/read-body.ts';
import { Rejection } from '../http/rejection.ts';
import type { Log, LogAttributes, LogEvent } from '../log/log.ts';
import { StoreUnavailableError } from '../queue/transaction.ts';
import type { PostedRequest, SaveResult } from '../requests/save.ts';
import type { RequestStore } from '../store/request-store.ts';
import { createGroupedSave } from './grouped-save.ts';
import { type FieldErrorMessages, renderRejectionPage, renderRejectionText } from './rejection-page.ts';

interface ContactRequestDependencies {
  store: RequestStore;
  /** Called after each accepted post, because a delivery may be due. */
  wakeOutbox(): void;
  allowedOrigins: readonly string[];
  readClientIp: ReadClientIp;
  /** Limits the posts from an IP. If undefined, no limit applies to posts or to accepted requests. */
  postLimiter: RateLimiter | undefined;
  clock: Clock;
  log: Log;
  /** The origin of the site's pages, if it differs from this server's. */
  siteOrigin?: string | undefined;
}

/** Handles all methods on the endpoint's path. */
export function createContactRoutes(dependencies: ContactRequestDependencies): Hono {
  const route = new Hono();
  route.use(contactPath, async (c, next) => {
    c.header('Cache-Control', cacheControl.never);
    c.header(outcomeHeader.name, outcomeHeader.notAccepted);
    if (c.req.method !== 'POST') {
      c.header('Allow', 'POST, OPTIONS');
    }
    await next();
  });
  route.use(contactPath, allowCrossOrigin(dependencies.allowedOrigins));
  route.post(contactPath, receive(dependencies));
  route.get(contactPath, async (c, next) => {
    // Browsers send a GET if the visitor opens the endpoint's URL.
    const isBrowser = c.req.header('Accept')?.includes('text/html');
    const { path } = languages[getVisitorLanguage(c)];
    return isBrowser ? c.redirect(`${dependencies.siteOrigin ?? ''}${path}#${contactAnchor}`, 303) : next();
  });
  route.all(contactPath, (c) => c.body(null, 405));
  return route;
}

/** Returns the posting page's language from its form's `?lang=`, or the default language. */
function getVisitorLanguage(c: Context): Language {
  const requestedLanguage = c.req.query('lang') ?? '';
  const isKnown = Object.hasOwn(languages, requestedLanguage);
  return isKnown ? (requestedLanguage as Language) : defaultLanguage;
}

/** Accepts or rejects one posted request. A 200 or a 303 to the confirmation means the request is on disk. */
function receive(dependencies: ContactRequestDependencies): Handler {
  const save = createGroupedSave(dependencies.store);
  return async (c) => {
    const startedAt = dependencies.clock.elapsed();
    const language = getVisitorLanguage(c);
    const ip = dependencies.readClientIp(c);
    try {
      // This check comes before counting, so that another site's page can't use up a visitor's rate limit.
      if (!isAllowedOrigin(c.req.raw.headers, dependencies.allowedOrigins)) {
        throw new Rejection('cross_origin');
      }
      const retryAfterSeconds = dependencies.postLimiter?.count(ip);
      // Over the limit, the body isn't even read.
      if (retryAfterSeconds !== undefined) {
        throw new Rejection('slow_down', { retryAfterSeconds });
      }
      const sent = await readBody(c.req.raw);
      // Without limits, the store doesn't get the IP, so it doesn't limit anyone either.
      const posted = parsePostedRequest(
        sent,
        c.req.raw.headers,
        language,
        dependencies.postLimiter ? ip : undefined,
      );
      const saved = assertAccepted(await save(posted));
      dependencies.wakeOutbox();
      const response = createAcceptedResponse(c, language, saved, dependencies.siteOrigin);
      log('request', {
        outcome: saved.outcome,
        status: response.status,
        reference: saved.reference,
        ...(posted.honeypotFilled && { honeypot: true }),
      });
      return response;
    } catch (error) {
      const rejection =
        error instanceof StoreUnavailableError
          ? new Rejection('unavailable', { retryAfterSeconds: 60 })
          : error;
      if (!(rejection instanceof Rejection)) {
        throw error;
      }
      log('rejection', { status: rejection.kind.status, code: rejection.code });
      return createRejectedResponse(c, language, rejection, dependencies.siteOrigin);
    }

    function log(event: LogEvent, attributes: LogAttributes): void {
      dependencies.log(event, { ...attributes, ms: Math.round(dependencies.clock.elapsed() - startedAt) });
    }
  };
}

function parsePostedRequest(
  sent: Record<string, unknown>,
  headers: Headers,
  language: Language,
  clientIp: string | undefined,
): PostedRequest {
  // The page's script uses the same key for all retries of a request, so a retry isn't saved as a second request.
  const idempotencyKey = headers.get('Idempotency-Key') ?? undefined;
  if (idempotencyKey !== undefined && !/^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new Rejection('bad_idempotency_key');
  }
  const result = parseContactRequest(sent);
  if ('errorCodes' in result) {
    throw new Rejection('invalid', { errorCodes: result.errorCodes });
  }
  // The page's script doesn't send the honeypot.
  const honeypot = isForm(headers) ? sent[honeypotName] : undefined;
  const honeypotFilled = typeof honeypot === 'string' && honeypot.trim() !== '';
  return { fields: result.request, language, idempotencyKey, clientIp, honeypotFilled };
}

function assertAccepted(saved: SaveResult) {
  if (saved.outcome === 'mismatch') {
    throw new Rejection('idempotency_mismatch');
  }
  if (saved.outcome === 'limited') {
    throw new Rejection('slow_down', { retryAfterSeconds: saved.retryAfterSeconds });
  }
  return saved;
}

/** Responds to JSON with the reference and the link's token. Redirects a plain form to the confirmation page. */
function createAcceptedResponse(
  c: Context,
  language: Language,
  { reference, statusToken }: { reference: string; statusToken: string },
  siteOrigin = '',
): Response {
  c.header(outcomeHeader.name, outcomeHeader.accepted);
  if (isForm(c.req.raw.headers)) {
    return c.redirect(`${siteOrigin}${languages[language].path}${sentPage}#${statusToken}`, 303);
  } else {
    return c.json({ ok: true, reference, statusToken });
  }
}

/**
 * Responds to a plain form with a page, or with text if the site has another origin. Any other post gets a problem
 * document (RFC 9457).
 */
function createRejectedResponse(
  c: Context,
  language: Language,
  { code, kind: { status, reason }, details: { errorCodes = {}, retryAfterSeconds } }: Rejection,
  siteOrigin?: string,
): Response | Promise<Response> {
  const errorMessages = getErrorMessages(errorCodes, language);
  c.header('Retry-After', retryAfterSeconds?.toString());
  if (!isForm(c.req.raw.headers)) {
    const fields = Object.keys(errorMessages).length > 0 ? errorMessages : undefined;
    return createProblemDocument(c, status, { code, fields });
  } else if (siteOrigin === undefined) {
    c.header('Content-Security-Policy', createDocumentPolicy(''));
    return c.html(renderRejectionPage({ language, reason, errorMessages }), status);
  } else {
    return c.text(renderRejectionText({ language, reason, errorMessages }, siteOrigin), status);
  }
}

function getErrorMessages(errorCodes: FieldErrorCodes, language: Language): FieldErrorMessages {
  const errorMessages: FieldErrorMessages = {};
  for (const name of fieldNames) {
    const code = errorCodes[name];
    if (code) {
      const { limit = '' } = getField(name);
      errorMessages[name] = interpolate(words[language].form.problems[name][code], { limit });
    }
  }
  return errorMessages;
}
