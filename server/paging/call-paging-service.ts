import * as v from 'valibot';
import { minute } from '../clock.ts';
import { describeConnectionError } from '../http/describe-connection-error.ts';
import { type CallResult, fetchOnce } from '../http/fetch-once.ts';
import type { AttemptResult, Failure } from '../queue/channel.ts';

/** A response's JSON object, which is empty if the response is anything else. */
type Body = Record<string, unknown>;

/** How to read one service's responses. */
export interface ResponseReader {
  /** Whether a 2xx response was written by the service and means success. If undefined, any 2xx means success. */
  isSuccess?(body: Body): boolean;
  /** Returns the service's own code for a refusal: a number or a name, never text, which may quote the request. */
  getCode?(body: Body): string | undefined;
  /** The meanings of these codes, in our own words. */
  causes?: Readonly<Record<string, string>>;
}

/** Calls a paging service and interprets its response. Never throws. */
export async function callPagingService(
  url: string,
  init: RequestInit,
  signal: AbortSignal,
  reader: ResponseReader = {},
): Promise<AttemptResult> {
  return interpretResponse(await fetchOnce(url, init, signal), reader);
}

/** Maps a service's reply to the outcome of an attempt (server/queue/channel.ts). */
function interpretResponse(reply: CallResult, reader: ResponseReader): AttemptResult {
  const { resultCode, status, retryAfter, wasSent } = reply;
  const failure = (outcome: Failure['outcome'], cause: string) => ({
    outcome,
    resultCode,
    cause,
    retryAfter,
  });
  if (status === undefined) {
    // If the service got the alarm, the phone may ring although no response arrived.
    return failure(wasSent ? 'ambiguous' : 'unreachable', describeConnectionError(resultCode));
  } else if (status >= 200 && status < 300) {
    const isSuccess = reader.isSuccess?.(parseBody(reply.text)) ?? true;
    return isSuccess ? { outcome: 'accepted', resultCode } : failure('ambiguous', foreignResponse);
  } else if (status === 504) {
    return failure('ambiguous', 'it did not answer in time');
  } else if (status === 429) {
    // Wait a minute by default, because services may block clients that retry immediately.
    return {
      ...failure('unreachable', 'its rate limit is reached'),
      retryAfter: retryAfter ?? minute,
    };
  } else if (status < 400) {
    return failure('unreachable', 'it redirects to another address');
  } else if (status === 408 || status >= 500) {
    return failure('unreachable', 'it failed');
  }
  return createRefusal(reply, reader);
}

/**
 * Creates a failure with a code like "400 21610". Its cause comes from `causes`, if they list the service's code.
 */
function createRefusal({ resultCode, text }: CallResult, { getCode, causes }: ResponseReader): Failure {
  const code = getCode?.(parseBody(text));
  const cause = (code && causes?.[code]) ?? statusCauses[resultCode] ?? 'it refused the alarm';
  // A service may repeat the HTTP status as its own code.
  const codes = code === resultCode ? [code] : [resultCode, code];
  return { outcome: 'refused', resultCode: codes.filter(Boolean).join(' '), cause };
}

const foreignResponse = 'the response is not from the paging service: check the address in PAGE_URL';
const wrongLogin = 'it refused the login in PAGE_URL';
const statusCauses: Readonly<Record<string, string>> = {
  401: wrongLogin,
  403: wrongLogin,
  404: 'its address in PAGE_URL does not exist',
  410: 'its address in PAGE_URL no longer exists',
};

const jsonObject = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

function parseBody(text: string | undefined): Body {
  const { success, output } = v.safeParse(jsonObject, text);
  return success ? output : {};
}

/** Returns a number in a response's body, as text. */
export function getNumberAsText(body: Body, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'number' ? String(value) : undefined;
}
