import { PUBLIC_FUNCTIONS_KEY, PUBLIC_FUNCTIONS_URL } from 'astro:env/client';
import { defaultLanguage, type Language } from '../../content/languages.ts';
import {
  contactFunctionName,
  type FieldName,
  fieldNames,
  outcomeHeader,
} from '../../contract/contact-fields.ts';

/** The time limit for an attempt. */
const attemptTimeout = 15_000;
/** The time limit for all attempts. Afterward, only the visitor can retry. */
const totalTimeout = 30_000;
/** The pause between attempts. It ends early when the network returns, or when the page is hidden or shown. */
const attemptPause = 2_000;

export interface SendResult {
  accepted: boolean;
  /** The reference for phone calls. Undefined if the response has none, for example because its body was cut off. */
  reference?: string | undefined;
  /** The token that opens the request's status page. Undefined if the response has none. */
  statusToken?: string | undefined;
  /** The endpoint's error messages for rejected fields, in the form's language. */
  errors?: Partial<Record<FieldName, string>> | undefined;
}

/** Returns the URL that the form posts to, with or without JavaScript. */
export function getContactAction(language: Language): string {
  const query = language === defaultLanguage ? '' : `?lang=${language}`;
  return `${PUBLIC_FUNCTIONS_URL}/${contactFunctionName}${query}`;
}

/**
 * Calls the endpoint as a Supabase client does. Throws if the first attempt can't start. All attempts share an
 * idempotency key, so a lost response doesn't cause a second request.
 */
export function sendContactRequest(
  fields: Record<FieldName, string>,
  language: Language,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<SendResult> {
  const attempt = (timeout: number) => tryOnce(fields, language, idempotencyKey, timeout, signal);
  // Don't use the wall clock, because a phone may set it when the signal returns.
  const end = performance.now() + totalTimeout;
  return retry(attempt(attemptTimeout), attempt, end, signal);
}

/** The abort reason when the network returns. The next attempt then starts immediately. */
const networkIsBack = Symbol();

/**
 * The result of an attempt. If there is no response, this is `networkIsBack` if the network returned, otherwise
 * undefined.
 */
type AttemptEnd = SendResult | typeof networkIsBack | undefined;

async function retry(
  first: Promise<AttemptEnd>,
  attempt: (timeout: number) => Promise<AttemptEnd>,
  end: number,
  signal: AbortSignal,
): Promise<SendResult> {
  let result = await first;
  for (;;) {
    // Any HTTP response that the script can read ends the retries, even if it isn't the endpoint's.
    if (result && result !== networkIsBack) {
      return result;
    }
    // After a network failure or a timeout, wait and try again, because a weak signal drops in and out.
    if (!result) {
      await pause(Math.min(attemptPause, end - performance.now()));
    }
    const remainingTime = end - performance.now();
    if (remainingTime <= 0 || signal.aborted) {
      return { accepted: false };
    }
    result = await attempt(Math.min(remainingTime, attemptTimeout));
  }
}

/** Starts one attempt synchronously. */
function tryOnce(
  fields: Record<FieldName, string>,
  language: Language,
  idempotencyKey: string,
  timeout: number,
  signal: AbortSignal,
): Promise<AttemptEnd> {
  const controller = new AbortController();
  const response = fetch(getContactAction(language), {
    method: 'POST',
    headers: {
      apikey: PUBLIC_FUNCTIONS_KEY,
      authorization: `Bearer ${PUBLIC_FUNCTIONS_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(fields),
    // The endpoint never redirects a JSON post. If another server does, the redirect's target must not receive the
    // visitor's data.
    redirect: 'manual',
    // The request can complete even if the visitor leaves the page.
    keepalive: true,
    signal: controller.signal,
  });
  return finishAttempt(response, controller, timeout, signal);
}

/** Waits for the response. Aborts the attempt when its time is up, the network returns, or `signal` is aborted. */
async function finishAttempt(
  response: Promise<Response>,
  controller: AbortController,
  timeout: number,
  signal: AbortSignal,
): Promise<AttemptEnd> {
  const giveUp = () => controller.abort();
  const timer = setTimeout(giveUp, timeout);
  signal.addEventListener('abort', giveUp);
  // When the network returns, the old connection is usually dead, but the browser may still wait for it.
  const tryAgain = () => controller.abort(networkIsBack);
  addEventListener('online', tryAgain);
  try {
    return await readResult(await response);
  } catch (error) {
    // Any other error means that the connection failed, that no answer came in time, or that the form gave up.
    return error === networkIsBack ? networkIsBack : undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    removeEventListener('online', tryAgain);
  }
}

/**
 * Reads the response. A captive portal, a filter, or a proxy may respond instead of the endpoint, even with a 200. So
 * we trust the endpoint's header or, because a proxy may strip it, a JSON object that reports no error.
 */
async function readResult(response: Response): Promise<SendResult> {
  const type = response.headers.get('content-type') ?? '';
  // The header counts even if the body is cut off.
  const body: unknown = /json/i.test(type) ? await response.json().catch(() => undefined) : undefined;
  const { ok, reference, statusToken, error, fields } = Object(body);
  const isObject = Object(body) === body && !Array.isArray(body) && !/problem/i.test(type);
  const outcome = response.headers.get(outcomeHeader.name);
  const isSuccess = outcome ? outcome === outcomeHeader.accepted : isObject && ok !== false;
  return {
    accepted: response.ok && !response.redirected && isSuccess && !error,
    reference: typeof reference === 'string' ? reference : undefined,
    statusToken: typeof statusToken === 'string' ? statusToken : undefined,
    errors: response.ok ? undefined : readErrors(fields),
  };
}

function readErrors(fields: unknown): SendResult['errors'] {
  const sentences = fieldNames.flatMap((name) => {
    const sentence = Object(fields)[name];
    return typeof sentence === 'string' ? [[name, sentence]] : [];
  });
  return Object.fromEntries(sentences);
}

/** Waits until the time is up, the network returns, or the page is hidden or shown. */
function pause(duration: number): Promise<void> {
  return new Promise((resolve) => {
    const resume = () => {
      clearTimeout(timer);
      removeEventListener('online', resume);
      document.removeEventListener('visibilitychange', resume);
      resolve();
    };
    const timer = setTimeout(resume, duration);
    addEventListener('online', resume);
    document.addEventListener('visibilitychange', resume);
  });
}
