/** How long a service may take to answer, in milliseconds. */
const timeout = 10_000;

/** Characters of an answer that are read. */
const mostRead = 16_384;

export interface Answer {
  isAccepted: boolean;
  /** The status, or the error's code. Never the URL, which may contain a token, nor the service's text. */
  resultCode: string;
  /** How long the service asks to be left alone, in milliseconds. */
  retryAfter?: number;
}

export interface CallOptions extends RequestInit {
  /** What an acceptance contains: a proxy's page for logging in answers 200, too. */
  expected?: RegExp;
}

/** Calls a URL once. Never throws. A redirect is not followed: it may leave HTTPS. */
export async function call(
  url: string,
  { expected = /^/, ...init }: CallOptions,
  stopping: AbortSignal,
): Promise<Answer> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeout)]);
  try {
    const response = await fetch(url, { ...init, signal, redirect: 'manual' });
    const isAccepted = response.ok && expected.test(await beginningOf(response));
    const retryAfter = Number(response.headers.get('Retry-After')) * 1_000;
    return { isAccepted, resultCode: String(response.status), ...(retryAfter > 0 ? { retryAfter } : {}) };
  } catch (error) {
    const { name = 'unknown', cause } = Object(error) as { name?: string; cause?: { code?: string } };
    return { isAccepted: false, resultCode: cause?.code ?? name };
  }
}

export function asJson(body: unknown, headers: Record<string, string> = {}): RequestInit {
  const type = { 'Content-Type': 'application/json' };
  return { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) };
}

/** The rest of an endless answer is given up. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > mostRead) break;
  }
  return text;
}
