/** How long the other side may take to answer, in milliseconds. */
const timeout = 10_000;

/** The other side has answered with something else than 2xx. */
class NotTaken extends Error {}

/**
 * Calls a URL, with JSON when there is some to say. Throws unless the answer is 2xx. A redirect is none: it may
 * lead away from HTTPS.
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

/** Why a call failed: "500", "TimeoutError", "ECONNREFUSED". Never the address, which may hold a token. */
export function reasonOf(error: unknown): string {
  const { name = 'unknown', cause } = error as { name?: string; cause?: { code?: string } };
  return error instanceof NotTaken ? error.message : (cause?.code ?? name);
}
