import { PUBLIC_FUNCTIONS_KEY, PUBLIC_FUNCTIONS_URL } from 'astro:env/client';
import { defaultLanguage, type Language } from '../../content/languages.ts';
import { type FieldName, fieldNames, functionName, outcomeHeader } from '../../contract/contact-fields.ts';

/** An attempt without a response is aborted after this. */
const tryMilliseconds = 15_000;
/** How long to keep retrying. After that, only the visitor retries. */
const totalMilliseconds = 30_000;
/** The pause between attempts, cut short when the network or the visitor returns. */
const pauseMilliseconds = 2_000;

export interface Result {
  accepted: boolean;
  /** For the visitor to give on the phone. Absent if the response body was cut off. */
  reference?: string | undefined;
  /** What the function says of the fields it refuses, in the visitor's language. */
  problems?: Partial<Record<FieldName, string>> | undefined;
}

/** The form's target, with or without JavaScript. */
export function contactAction(language: Language): string {
  const query = language === defaultLanguage ? '' : `?lang=${language}`;
  return `${PUBLIC_FUNCTIONS_URL}/${functionName}${query}`;
}

/**
 * Calls the function as a Supabase client does, and retries network failures, because one bar of signal
 * comes and goes. Any HTTP response ends the retries, even one that is not the function's. All attempts share an
 * idempotency key, so a lost response does not cause a second request.
 */
export async function sendContactRequest(
  fields: Record<FieldName, string>,
  language: Language,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Result> {
  // Not the wall clock: a phone sets it when the signal returns.
  const end = performance.now() + totalMilliseconds;
  for (;;) {
    const left = end - performance.now();
    const result =
      left > 0 && !signal.aborted
        ? await tryOnce(fields, language, idempotencyKey, Math.min(left, tryMilliseconds), signal)
        : { accepted: false };
    if (result === networkIsBack) continue;
    if (result) return result;
    await pause(Math.min(pauseMilliseconds, end - performance.now()));
  }
}

/** Why an attempt was aborted: on another network it is worth trying again at once. */
const networkIsBack = Symbol('online');

/** One attempt. Resolves to undefined without a response. */
async function tryOnce(
  fields: Record<FieldName, string>,
  language: Language,
  idempotencyKey: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<Result | typeof networkIsBack | undefined> {
  const attempt = new AbortController();
  const giveUp = () => attempt.abort();
  const timer = setTimeout(giveUp, milliseconds);
  signal.addEventListener('abort', giveUp);
  // After a network change the old connection is dead, but the browser may still wait for it.
  const tryAgain = () => attempt.abort(networkIsBack);
  addEventListener('online', tryAgain);
  try {
    const answer = await fetch(contactAction(language), {
      method: 'POST',
      headers: {
        apikey: PUBLIC_FUNCTIONS_KEY,
        authorization: `Bearer ${PUBLIC_FUNCTIONS_KEY}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(fields),
      // The function redirects nobody who posts JSON: whoever does gets nothing of the visitor's.
      redirect: 'manual',
      // Completes even if the visitor locks the phone.
      keepalive: true,
      signal: attempt.signal,
    });
    return await resultOf(answer);
  } catch (error) {
    // Otherwise unreachable, disconnected or too slow.
    return error === networkIsBack ? networkIsBack : undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    removeEventListener('online', tryAgain);
  }
}

/**
 * Reads the response. A captive portal, a filter or a proxy may answer in the function's place, even with a
 * 200. So we believe the function's header or, as a proxy may strip it, a JSON object that reports no error.
 */
async function resultOf(answer: Response): Promise<Result> {
  const type = answer.headers.get('content-type') ?? '';
  // The header holds even if the body is cut off.
  const body: unknown = /json/i.test(type) ? await answer.json().catch(() => undefined) : undefined;
  const { ok, reference, error, fields } = Object(body);
  const isObject = Object(body) === body && !Array.isArray(body) && !/problem/i.test(type);
  const said = answer.headers.get(outcomeHeader.name);
  const isSuccess = said ? said === outcomeHeader.accepted : isObject && ok !== false;
  return {
    accepted: answer.ok && !answer.redirected && isSuccess && !error,
    reference: typeof reference === 'string' ? reference : undefined,
    problems: answer.ok ? undefined : sentencesIn(fields),
  };
}

function sentencesIn(fields: unknown): Result['problems'] {
  const sentences = fieldNames.flatMap((name) => {
    const sentence = Object(fields)[name];
    return typeof sentence === 'string' ? [[name, sentence]] : [];
  });
  return Object.fromEntries(sentences);
}

/** Waits until the time is up, the network returns or the page becomes visible. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const resume = () => {
      clearTimeout(timer);
      removeEventListener('online', resume);
      document.removeEventListener('visibilitychange', resume);
      resolve();
    };
    const timer = setTimeout(resume, milliseconds);
    addEventListener('online', resume);
    document.addEventListener('visibilitychange', resume);
  });
}
