import * as v from 'valibot';
import { call, type Reply } from '../http/call.ts';
import { connectionCause } from '../http/connection-cause.ts';
import type { Attempt, Failure } from '../queue/channel.ts';

/** An answer's JSON object. Empty if the answer is anything else. */
type Body = Record<string, unknown>;

/** How to read the answers of one service. */
export interface AnswerReader {
  /** Whether an answer with a status of 2xx is the service's own, and a yes. Without it, any 2xx is. */
  isYes?(body: Body): boolean;
  /** The service's own code of a refusal: a number or a name, never text, which may quote the request. */
  code?(body: Body): string | undefined;
  /** What these codes mean, in words of ours. */
  causes?: Readonly<Record<string, string>>;
}

/** Calls a paging service, and says what its answer means. Never throws. */
export async function askService(
  url: string,
  init: RequestInit,
  signal: AbortSignal,
  reader: AnswerReader = {},
): Promise<Attempt> {
  return meaningOf(await call(url, init, signal), reader);
}

/**
 * - accepted: the service's own yes
 * - ambiguous: the phone may ring. No answer came in time, or one that the service did not write
 * - refused: for good, so the same alarm would be refused again
 * - unreachable: to be tried again soon, or when the service says
 */
function meaningOf(reply: Reply, reader: AnswerReader): Attempt {
  const { resultCode, status, retryAfter, wasSent } = reply;
  const failure = (outcome: Failure['outcome'], cause: string) => ({
    outcome,
    resultCode,
    cause,
    retryAfter,
  });
  if (status === undefined) {
    return failure(wasSent ? 'ambiguous' : 'unreachable', connectionCause(resultCode));
  } else if (status >= 200 && status < 300) {
    const isYes = reader.isYes?.(readBody(reply.text)) ?? true;
    return isYes ? { outcome: 'accepted', resultCode } : failure('ambiguous', 'something else answered');
  } else if (status === 504) {
    return failure('ambiguous', 'it did not answer in time');
  } else if (status === 429) {
    // Services block whoever asks again at once.
    return { ...failure('unreachable', 'it takes no more for now'), retryAfter: retryAfter ?? 60_000 };
  } else if (status < 400) {
    return failure('unreachable', 'it redirects to another address');
  } else if (status === 408 || status >= 500) {
    return failure('unreachable', 'it failed');
  }
  return refusal(reply, reader);
}

/** "400 21610", with the cause that the service's file has for its code. */
function refusal({ resultCode, text }: Reply, { code: codeIn, causes }: AnswerReader): Failure {
  const code = codeIn?.(readBody(text));
  const cause = (code && causes?.[code]) ?? statusCauses[resultCode] ?? 'it refused the alarm';
  return { outcome: 'refused', resultCode: [resultCode, code].filter(Boolean).join(' '), cause };
}

const wrongLogin = 'it refused the login in PAGE_URL';
const statusCauses: Readonly<Record<string, string>> = {
  401: wrongLogin,
  403: wrongLogin,
  404: 'its address in PAGE_URL does not exist',
  410: 'its address in PAGE_URL does not exist any more',
};

const jsonObject = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

function readBody(text: string | undefined): Body {
  const { success, output } = v.safeParse(jsonObject, text);
  return success ? output : {};
}

/** A number that an answer's body has under a name, as text. */
export function numberIn(body: Body, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'number' ? String(value) : undefined;
}
