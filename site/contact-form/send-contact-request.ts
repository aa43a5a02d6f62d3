import { PUBLIC_FUNCTIONS_KEY, PUBLIC_FUNCTIONS_URL } from 'astro:env/client';
import { defaultLanguage, type Language } from '../../content/languages.ts';
import { type FieldName, functionName } from '../../contract/contact-fields.ts';

/** A try that has no answer by then is given up. */
const tryMilliseconds = 15_000;
/** How long tries are made in all. After that only a press sends again. */
const totalMilliseconds = 30_000;
/** Between two tries, unless the network comes back or the visitor looks at the page again. */
const pauseMilliseconds = 2_000;

export interface Result {
  accepted: boolean;
  /** What the visitor can name on the phone. Absent if the answer was cut off after it began. */
  reference?: string | undefined;
}

/** Where the form posts to, with or without JavaScript. */
export function contactAction(language: Language): string {
  const query = language === defaultLanguage ? '' : `?lang=${language}`;
  return `${PUBLIC_FUNCTIONS_URL}/${functionName}${query}`;
}

/**
 * Calls the function as a Supabase client does (spec, section 7), again and again while the network
 * fails: one bar of signal comes and goes. Any HTTP answer ends the tries, a refusal too. All of them
 * carry one idempotency key, so a try whose answer was lost is not a second request.
 */
export async function sendContactRequest(
  fields: Record<FieldName, string>,
  language: Language,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Result> {
  const end = Date.now() + totalMilliseconds;
  for (;;) {
    const left = end - Date.now();
    const result =
      left > 0 && !signal.aborted
        ? await tryOnce(fields, language, idempotencyKey, Math.min(left, tryMilliseconds), signal)
        : { accepted: false };
    if (result) return result;
    await pause(Math.min(pauseMilliseconds, end - Date.now()));
  }
}

/** One try. Resolves to nothing when there was no answer. */
async function tryOnce(
  fields: Record<FieldName, string>,
  language: Language,
  idempotencyKey: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<Result | undefined> {
  const attempt = new AbortController();
  const giveUp = () => attempt.abort();
  const timer = setTimeout(giveUp, milliseconds);
  signal.addEventListener('abort', giveUp);
  // On another network the old connection is dead, but the browser may wait for it.
  addEventListener('online', giveUp);
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
      // Lets a visitor press the button and lock the phone.
      keepalive: true,
      signal: attempt.signal,
    });
    return { accepted: answer.ok, reference: answer.ok ? await referenceIn(answer) : undefined };
  } catch {
    // Unreachable, cut off or too slow.
    return undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    removeEventListener('online', giveUp);
  }
}

/** The status has said that the request was accepted: a body that is cut off takes nothing back. */
async function referenceIn(answer: Response): Promise<string | undefined> {
  try {
    const { reference } = await answer.json();
    return typeof reference === 'string' ? reference : undefined;
  } catch {
    return undefined;
  }
}

/** Waits, but no longer than until the network is back or the page is looked at again. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      removeEventListener('online', goOn);
      document.removeEventListener('visibilitychange', goOn);
      resolve();
    };
    const timer = setTimeout(goOn, milliseconds);
    addEventListener('online', goOn);
    document.addEventListener('visibilitychange', goOn);
  });
}
