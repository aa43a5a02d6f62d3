import { PUBLIC_FUNCTIONS_KEY, PUBLIC_FUNCTIONS_URL } from 'astro:env/client';
import {
  type DriverAction,
  type RequestStatus,
  requestStatusName,
  requestTokenHeader,
} from '../../contract/request-status.ts';

const responseTimeout = 12_000;

/** `isTooLate` says that the requested action was no longer possible. */
export type StatusResult =
  | (RequestStatus & { isTooLate?: boolean })
  | 'unchanged'
  | 'not_found'
  | 'unavailable';

/**
 * Creates a client that asks for the status or requests an action. When it asks for the status, it sends the last
 * status's ETag, if it has one. If nothing has changed, the response then has no body. After `forget`, the server sends
 * the full status again.
 */
export function createRequestClient() {
  let etag: string | null = null;

  return { ask, forget };

  function forget(): void {
    etag = null;
  }

  async function ask(token: string, action?: DriverAction['action']): Promise<StatusResult> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), responseTimeout);
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
        signal: controller.signal,
      });
      if (response.status === 304) {
        return 'unchanged';
      }
      // The server may be unavailable, or a captive portal may have answered, even with 404.
      const status: RequestStatus & { code?: string } = await response.json();
      if (status.code === 'not_found') {
        return 'not_found';
      }
      // The action is no longer possible, for example because somebody ended the request, so get the new status.
      if (status.code === 'closed' && action) {
        forget();
        const current = await ask(token);
        return typeof current === 'string' ? current : { ...current, isTooLate: true };
      }
      if (!response.ok || !status.reference) {
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
