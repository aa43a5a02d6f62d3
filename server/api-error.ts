import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createProblemDocument } from './http/problem-document.ts';
import { Rejection } from './http/rejection.ts';
import { StoreUnavailableError } from './queue/transaction.ts';
import { DeviceRemovedError } from './requests/devices.ts';
import type { RequestStore } from './store/request-store.ts';

/**
 * Errors of the JSON endpoints, with their statuses. An error's name is its code in the response, except for
 * `has_ended`. Clients rely on the codes, so never change them. rejection.ts has the codes for unreadable bodies.
 */
const statuses = {
  /** No paired device has this key. */
  wrong_key: 401,
  /** The call came from another site. */
  cross_origin: 403,
  /** The token only allows viewing. */
  read_only: 403,
  /** The request or the link doesn't exist, or the link has expired. */
  not_found: 404,
  /** Somebody else is handling the request. */
  already_taken: 409,
  /** The request is done, closed, canceled, or erased. */
  has_ended: 409,
  /** This is the only paired device, so it can't be removed. */
  last_device: 409,
  /** The change is based on a version that somebody has changed since. */
  outdated: 409,
  /** The change to undo has been replaced by a newer one. */
  replaced: 409,
  /** Ten devices are paired. */
  too_many_devices: 409,
  /** The body's fields are wrong. */
  invalid: 422,
  /** Too many wrong tokens came from this address. */
  slow_down: 429,
  /** The recipient's bucket has no slot to spare for a test ring. */
  rings_already: 429,
  /** The recipient's service didn't accept the test ring. */
  not_rung: 502,
  /** The database can't be used right now. */
  unavailable: 503,
} as const;

type ErrorName = keyof typeof statuses;

/** The code of `has_ended`. It covers all endings, unlike the request state `closed` ("Not a customer"). */
const hasEndedCode = 'closed';

interface ErrorDetails {
  /** The request's current state, which Dispatch's endpoint returns with `already_taken` and `has_ended`. */
  current?: object | undefined;
  /** Seconds before the client should try again. */
  retryAfterSeconds?: number | undefined;
}

/** Stops processing a call. `handleApiErrors` turns this error into a response. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly details: ErrorDetails;

  constructor(name: ErrorName, details: ErrorDetails = {}) {
    super(name);
    this.status = statuses[name];
    this.code = name === 'has_ended' ? hasEndedCode : name;
    this.details = details;
  }
}

/**
 * Counts a wrong token, and throws. Only wrong tokens are counted, because many people may share one IP address of
 * their carrier. Above the limit, `slow_down` replaces `code`.
 */
export async function refuseToken(
  { consumeActionLimit }: Pick<RequestStore, 'consumeActionLimit'>,
  clientIp: string,
  code: 'not_found' | 'wrong_key',
): Promise<never> {
  const retryAfterSeconds = await consumeActionLimit({ action: 'wrongToken', client: clientIp });
  throw retryAfterSeconds === undefined
    ? new ApiError(code)
    : new ApiError('slow_down', { retryAfterSeconds });
}

/** Runs a handler, and turns its expected errors into a problem document (RFC 9457). */
export async function handleApiErrors(c: Context, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Rejection) {
      return respondWithProblem(c, error.code, error.kind.status);
    }
    if (error instanceof StoreUnavailableError) {
      return respondWithProblem(c, 'unavailable', 503, { retryAfterSeconds: 60 });
    }
    if (error instanceof DeviceRemovedError) {
      return respondWithProblem(c, 'wrong_key', statuses.wrong_key);
    }
    if (error instanceof ApiError) {
      return respondWithProblem(c, error.code, error.status, error.details);
    }
    throw error;
  }
}

function respondWithProblem(
  c: Context,
  code: string,
  status: ContentfulStatusCode,
  { current, retryAfterSeconds }: ErrorDetails = {},
): Response {
  c.header('Retry-After', retryAfterSeconds?.toString());
  return createProblemDocument(c, status, { code, current });
}
