import { PUBLIC_FUNCTIONS_KEY, PUBLIC_FUNCTIONS_URL } from 'astro:env/client';
import {
  type DriverAction,
  type RequestStatus,
  requestStatusName,
  requestTokenHeader,
} from '../../contract/request-status.ts';

/** A question without an answer is given up after this. */
const answerMilliseconds = 12_000;

export type Answer = RequestStatus | 'unchanged' | 'not_found' | 'unavailable';

/**
 * Asks for the status, or carries out an action, and returns what the function answers. The status is asked for with
 * the ETag of the last one, so that on a slow line "unchanged" is all that travels. After `forget`, the whole status
 * is answered again.
 */
export function createRequestClient() {
  let etag: string | null = null;

  return { ask, forget };

  function forget(): void {
    etag = null;
  }

  async function ask(token: string, action?: DriverAction['action']): Promise<Answer> {
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), answerMilliseconds);
    try {
      const response = await fetch(`${PUBLIC_FUNCTIONS_URL}/${requestStatusName}`, {
        method: action ? 'POST' : 'GET',
        headers: {
          apikey: PUBLIC_FUNCTIONS_KEY,
          authorization: `Bearer ${PUBLIC_FUNCTIONS_KEY}`,
          [requestTokenHeader]: token,
          ...(action && { 'content-type': 'application/json' }),
          ...(!action && etag && { 'if-none-match': etag }),
        },
        ...(action && { body: JSON.stringify({ action }) }),
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal: giveUp.signal,
      });
      if (response.status === 304) {
        return 'unchanged';
      }
      if (response.status === 404) {
        return 'not_found';
      }
      // Somebody else ended the request first, so the page needs the new status.
      if (response.status === 409 && action) {
        return ask(token);
      }
      // A captive portal may answer with a page of its own.
      if (!response.ok) {
        return 'unavailable';
      }
      const status = (await response.json()) as RequestStatus;
      if (!status.reference) {
        return 'unavailable';
      }
      etag = response.headers.get('etag');
      return status;
    } catch {
      // No line, no answer in time, or no JSON: the page says that it can't check.
      return 'unavailable';
    } finally {
      clearTimeout(timer);
    }
  }
}
