import { Buffer } from 'node:buffer';
import { minute } from '../clock.ts';

/** The result of one call to a URL. */
export interface CallResult {
  /**
   * The HTTP status, or the error's code or name. Never contains the URL, which may contain a token, or the service's
   * text.
   */
  resultCode: string;
  /** The HTTP status. If no response arrived, this is undefined. */
  status?: number;
  /** How long the service asks us to wait before the next call, at most 15 minutes. */
  retryAfter?: number | undefined;
  /**
   * The response's text, or at least its first 10,000 characters. If the response is missing or incomplete, this is
   * undefined.
   */
  text?: string | undefined;
  /** False if the error code shows that the request was never sent, so the service can't have done anything. */
  wasSent: boolean;
}

/**
 * Calls a URL once, for at most `timeout` milliseconds. Never throws. Doesn't follow redirects, because they may leave
 * HTTPS.
 */
export async function fetchOnce(
  url: string,
  init: RequestInit,
  signal: AbortSignal,
  { timeout = 20_000 } = {},
): Promise<CallResult> {
  const signalOrTimeout = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  try {
    const { status, headers, body } = await fetch(url, {
      ...init,
      signal: signalOrTimeout,
      redirect: 'manual',
    });
    const text = await readStart(body).catch(() => undefined);
    return {
      resultCode: String(status),
      status,
      retryAfter: parseRetryAfter(headers),
      text,
      wasSent: true,
    };
  } catch (error) {
    const { name, cause } = Object(error) as { name: string; cause?: { code?: string } };
    const resultCode = cause?.code ?? name;
    return { resultCode, wasSent: !unconnectedCodes.test(resultCode) };
  }
}

/** Error codes that mean that no connection, or no trusted one, was established. */
const unconnectedCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$|UNREACH|CERT|^UNABLE_TO_|WRONG_VERSION|HANDSHAKE_FAILURE/;

const maxRetryAfter = 15 * minute;

/**
 * Parses a Retry-After header, which is a number of seconds or a date (RFC 9110, 10.2.3). A date is compared with the
 * response's Date header, if it has one, because our clock may be wrong.
 */
function parseRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? '';
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return milliseconds > 0 ? Math.min(milliseconds, maxRetryAfter) : undefined;
}

/** Returns the body's text, or at least its first 10,000 characters. */
async function readStart(body: Response['body']): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > 10_000) {
      break;
    }
  }
  return text;
}

export function createJsonPost(body: object, headers: Record<string, string> = {}): RequestInit {
  const type = { 'Content-Type': 'application/json' };
  return { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) };
}

export function createBasicAuthHeader(user: string, password: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}
