import { Buffer } from 'node:buffer';

/** How one call to a URL ended. */
export interface Reply {
  /** The status, or the error's code. Never the URL, which may contain a token, nor the service's text. */
  resultCode: string;
  /** Undefined if no response came. */
  status?: number;
  /** How long the service asks to be left alone, in milliseconds, at most 15 minutes. */
  retryAfter?: number | undefined;
  /** The first 10,000 characters. Undefined if no response came, or if it broke off. */
  text?: string | undefined;
  /** False if no connection came about, so that the service did nothing. */
  wasSent: boolean;
}

/** Calls a URL once, for at most `timeout` milliseconds. Never throws. A redirect is not followed: it may leave HTTPS. */
export async function call(
  url: string,
  init: RequestInit,
  stop: AbortSignal,
  { timeout = 20_000 } = {},
): Promise<Reply> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeout)]);
  try {
    const { status, headers, body } = await fetch(url, { ...init, signal, redirect: 'manual' });
    const text = await read(body).catch(() => undefined);
    return { resultCode: String(status), status, retryAfter: readRetryAfter(headers), text, wasSent: true };
  } catch (error) {
    const { name, cause } = Object(error) as { name: string; cause?: { code?: string } };
    const resultCode = cause?.code ?? name;
    return { resultCode, wasSent: !neverSent.test(resultCode) };
  }
}

/** Codes of a connection that was never established. */
const neverSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$|UNREACH|CERT|^UNABLE_TO_/;

const longestRetryAfter = 15 * 60_000;

/** A number of seconds, or a date (RFC 9110, 10.2.3). A date counts from the response's own, because our clock may be wrong. */
function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('Retry-After') ?? '';
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return milliseconds > 0 ? Math.min(milliseconds, longestRetryAfter) : undefined;
}

async function read(body: Response['body']): Promise<string> {
  let text = '';
  for await (const part of body ?? []) {
    text += Buffer.from(part).toString();
    if (text.length > 10_000) {
      break;
    }
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
