/** Response timeout, in milliseconds. */
const timeout = 10_000;

/** The response was not a 2xx. */
class NotTaken extends Error {}

/**
 * Calls a URL, optionally with JSON. Throws unless the response is a 2xx. Does not follow redirects: they may
 * leave HTTPS.
 */
export async function call(url: string, stopping: AbortSignal, said?: unknown): Promise<void> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeout)]);
  const body = JSON.stringify(said);
  const message = said === undefined ? {} : { method: 'POST', headers: json, body };
  const answer = await fetch(url, { ...message, signal, redirect: 'manual' });
  await answer.body?.cancel();
  if (answer.status < 200 || answer.status > 299) {
    throw new NotTaken(String(answer.status));
  }
}

const json = { 'Content-Type': 'application/json' };

/** Why a call failed: "500", "TimeoutError", "ECONNREFUSED". Never the URL, which may contain a token. */
export function reasonOf(error: unknown): string {
  const { name = 'unknown', cause } = error as { name?: string; cause?: { code?: string } };
  return error instanceof NotTaken ? error.message : (cause?.code ?? name);
}
