import type { Log } from '../log.ts';

/** Response timeout, in milliseconds. */
const timeout = 10_000;

/** The response was not a 2xx. */
class NotAccepted extends Error {}

/**
 * Calls a URL, optionally with JSON. Throws unless the response is a 2xx. Does not follow redirects, because
 * they may leave HTTPS.
 */
export async function call(url: string, stopping: AbortSignal, payload?: unknown): Promise<void> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeout)]);
  const body = JSON.stringify(payload);
  const message = payload === undefined ? {} : { method: 'POST', headers: json, body };
  const response = await fetch(url, { ...message, signal, redirect: 'manual' });
  await response.body?.cancel();
  if (response.status < 200 || response.status > 299) {
    throw new NotAccepted(String(response.status));
  }
}

const json = { 'Content-Type': 'application/json' };

/** Tries calls; logs only the first failure in a row, so that a receiver that is down cannot fill the log. */
export function callsLogged(
  log: Log,
  failed: 'alert_failed' | 'heartbeat_failed',
  stopping: AbortSignal,
): (call: () => Promise<void>) => Promise<boolean> {
  let isFailing = false;
  return async (call) => {
    try {
      await call();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !stopping.aborted) {
        log(failed, { error: reasonOf(error) });
      }
      isFailing = true;
    }
    return !isFailing;
  };
}

/** Why a call failed: "500", "TimeoutError", "ECONNREFUSED". Never the URL, which may contain a token. */
function reasonOf(error: unknown): string {
  const { name = 'unknown', cause } = error as { name?: string; cause?: { code?: string } };
  return error instanceof NotAccepted ? error.message : (cause?.code ?? name);
}
