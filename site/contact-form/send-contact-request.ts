import { PUBLIC_FUNCTIONS_KEY, PUBLIC_FUNCTIONS_URL } from 'astro:env/client';
import { defaultLanguage, type Language } from '../../content/languages.ts';
import { type FieldName, functionName } from '../../contract/contact-fields.ts';

/** A request that has no answer by then has failed, like one that was refused. */
const timeoutMilliseconds = 15_000;

/** Where the form posts to, with or without JavaScript. */
export function contactAction(language: Language): string {
  const query = language === defaultLanguage ? '' : `?lang=${language}`;
  return `${PUBLIC_FUNCTIONS_URL}/${functionName}${query}`;
}

/**
 * Calls the function as a Supabase client does (spec, section 7). Says whether it was accepted:
 * no more of the answer is read, and no answer is a failure like any other.
 * `keepalive` lets a visitor press the button and lock the phone.
 */
export async function sendContactRequest(
  fields: Record<FieldName, string>,
  language: Language,
  idempotencyKey: string,
): Promise<boolean> {
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
      keepalive: true,
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    return answer.ok;
  } catch {
    // Unreachable, cut off or too slow: the visitor is told the same in each case.
    return false;
  }
}
