import { Buffer } from 'node:buffer';
import type { Page } from './page.ts';

/** In milliseconds: how long a service may take to answer, and ask to be left alone. In characters: what is read. */
const limits = { time: 10_000, pause: 15 * 60_000, answer: 10_000 };

export interface Answer {
  isAccepted: boolean;
  /** The status, or the error's code. Never the URL, which may contain a token, nor the service's text. */
  resultCode: string;
  /** How long the service asks to be left alone, in milliseconds. */
  retryAfter?: number;
}

/** Somebody to ring, as one URL of PAGE_URL names them. */
export interface Recipient {
  /** Stable, and without credentials: stored with each delivery. */
  name: string;
  /** Whether anybody who knows the name can read its pages. */
  isPublic?: boolean;
  /** Never throws. Stops as soon as `signal` aborts. */
  send(page: Page, signal: AbortSignal): Promise<Answer>;
  /** Only if the service repeats a page by itself until somebody reacts: ends that for a request. */
  cancel?(reference: string, signal: AbortSignal): Promise<Answer>;
}

/**
 * Calls a URL once. Never throws. A redirect is not followed: it may leave HTTPS. `expected` is what the service's own
 * answer contains, and not that of something in between. Without it, the status decides.
 */
export async function call(
  url: string,
  init: RequestInit,
  stop: AbortSignal,
  expected?: RegExp,
): Promise<Answer> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(limits.time)]);
  try {
    const { ok, status, headers, body } = await fetch(url, { ...init, signal, redirect: 'manual' });
    let answer = '';
    for await (const part of (ok && expected && body) || []) {
      answer += Buffer.from(part).toString();
      if (answer.length > limits.answer) break;
    }
    // The rest of the answer does not matter, and may never come.
    await body?.cancel().catch(() => undefined);
    const isAccepted = ok && (expected?.test(answer) ?? true);
    const asked = Number(headers.get('Retry-After')) * 1_000 || 0;
    return { isAccepted, resultCode: String(status), retryAfter: Math.min(asked, limits.pause) };
  } catch (error) {
    const { name, cause } = Object(error) as { name: string; cause?: { code?: string } };
    return { isAccepted: false, resultCode: cause?.code ?? name };
  }
}

export function asJson(body: object, headers: Record<string, string> = {}): RequestInit {
  const type = { 'Content-Type': 'application/json' };
  return { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) };
}

export function basicLogin(user: string, password: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}
