import type { Log } from '../log.ts';

/** Response timeout, in milliseconds. */
const timeout = 10_000;

/** Calls a URL, with JSON if there is any. Returns whether it was answered with a 2xx. */
export type Call = (payload?: unknown) => Promise<boolean>;

/** Logs only the first failure in a row as `failed`, so that a receiver that is down cannot fill the log. */
export function callTo(
  url: string,
  failed: 'alert_failed' | 'heartbeat_failed',
  log: Log,
  stopping: AbortSignal,
): Call {
  let isFailing = false;
  return async (payload) => {
    const error = await failureOf(url, payload, stopping);
    if (error !== undefined && !isFailing && !stopping.aborted) {
      log(failed, { error });
    }
    isFailing = error !== undefined;
    return !isFailing;
  };
}

/** "500", "TimeoutError", "ECONNREFUSED". Never the URL, which may contain a token. */
async function failureOf(url: string, payload: unknown, stopping: AbortSignal): Promise<string | undefined> {
  const json = { 'Content-Type': 'application/json' };
  const message =
    payload === undefined ? {} : { method: 'POST', headers: json, body: JSON.stringify(payload) };
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeout)]);
  try {
    // A redirect may leave HTTPS.
    const response = await fetch(url, { ...message, signal, redirect: 'manual' });
    await response.body?.cancel();
    return response.ok ? undefined : String(response.status);
  } catch (error) {
    const { name = 'unknown', cause } = error as { name?: string; cause?: { code?: string } };
    return cause?.code ?? name;
  }
}
