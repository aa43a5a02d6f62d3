import { Buffer } from 'node:buffer';

export interface Answer {
  isAccepted: boolean;
  /** The status, or the error's code. Never the URL, which may contain a token, nor the service's text. */
  resultCode: string;
  /** How long the service asks to be left alone, in milliseconds, at most 15 minutes. */
  retryAfter?: number;
  /** The first 10,000 characters. Absent if there was no answer, or not its end. */
  text?: string | undefined;
}

/**
 * Calls a URL once, for at most `timeout` milliseconds. Never throws. A redirect is not followed: it may leave
 * HTTPS. `expected` is what the service's own answer contains, and not that of something in between.
 */
export async function call(
  url: string,
  init: RequestInit,
  stop: AbortSignal,
  { expected = /^/, timeout = 10_000 } = {},
): Promise<Answer> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeout)]);
  try {
    const { ok, status, headers, body } = await fetch(url, { ...init, signal, redirect: 'manual' });
    const retryAfter = Math.min(Number(headers.get('Retry-After')) || 0, 15 * 60) * 1_000;
    const text = await read(body).catch(() => undefined);
    return { isAccepted: ok && expected.test(text ?? ''), resultCode: String(status), retryAfter, text };
  } catch (error) {
    const { name, cause } = Object(error) as { name: string; cause?: { code?: string } };
    return { isAccepted: false, resultCode: cause?.code ?? name };
  }
}

async function read(body: Response['body']): Promise<string> {
  let text = '';
  for await (const part of body ?? []) {
    text += Buffer.from(part).toString();
    if (text.length > 10_000) break;
  }
  return text;
}

export function asJson(body: object, headers: Record<string, string> = {}): RequestInit {
  const type = { 'Content-Type': 'application/json' };
  return { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) };
}

export function basicLogin(user: string, password: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}
