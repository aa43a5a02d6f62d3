import { PUBLIC_FUNCTIONS_KEY, PUBLIC_FUNCTIONS_URL } from 'astro:env/client';
import {
  type DriverAction,
  type RequestStatus,
  requestStatusName,
  requestTokenHeader,
} from '../../contract/request-status.ts';

/** The time limit for a response. */
const responseTimeout = 12_000;

export type Answer = RequestStatus | 'unchanged' | 'not_found' | 'unavailable';

/**
 * Creates a client that asks for the status or requests an action. The client sends the last status's ETag, if it has
 * one. If nothing has changed, the response then has no body. After `forget`, the server sends the full status again.
 */
export function createRequestClient() {
  let etag: string | null = null;

  return { ask, forget };

  function forget(): void {
    etag = null;
  }

  async function ask(token: string, action?: DriverAction['action']): Promise<Answer> {
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), responseTimeout);
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
      // The action is no longer possible, for example because somebody ended the request, so get the new status.
      if (response.status === 409 && action) {
        return ask(token);
      }
      // The server may be unavailable, or a captive portal may have answered.
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
      // The network failed, the response was late, or it wasn't JSON. The page says that it can't check.
      return 'unavailable';
    } finally {
      clearTimeout(timer);
    }
  }
}
