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

/** Why a call failed: "500", "TimeoutError", "ECONNREFUSED". Never the URL, which may contain a token. */
export function reasonOf(error: unknown): string {
  const { name = 'unknown', cause } = error as { name?: string; cause?: { code?: string } };
  return error instanceof NotAccepted ? error.message : (cause?.code ?? name);
}
