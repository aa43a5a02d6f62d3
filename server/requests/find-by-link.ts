import type { Transaction } from '../queue/transaction.ts';
import { createRequestToken, createTakeTokens, parseReference, takeLinkLifetime } from './request-token.ts';
import { findWithHistory, type RequestWithHistory } from './request-with-history.ts';
import { isSameSecret } from './same-secret.ts';

/** The request of the driver's own or shared link, and the link's access. */
export interface DriverLinkTarget {
  request: RequestWithHistory;
  access: 'manage' | 'look';
  /** The token to share, if the holder may manage the request. */
  shareToken: string | undefined;
  /** The store's time, in milliseconds since 1970. */
  now: number;
}

/**
 * Returns the request that a token from the driver's own or shared link opens. Undefined if the token is wrong or the
 * request was deleted.
 */
export async function findByStatusToken(
  transaction: Transaction,
  token: string,
): Promise<DriverLinkTarget | undefined> {
  const request = await findWithHistory(transaction, parseReference(token));
  if (request === undefined) {
    return undefined;
  }
  const manage = createRequestToken(transaction.hashKey, 'manage', request);
  const look = createRequestToken(transaction.hashKey, 'look', request);
  const now = transaction.wallTime;
  if (isSameSecret(token, manage)) {
    return { request, access: 'manage', shareToken: look, now };
  }
  return isSameSecret(token, look) ? { request, access: 'look', shareToken: undefined, now } : undefined;
}

/** The request that an alarm's link opens. */
export interface AlarmLinkTarget {
  request: RequestWithHistory;
  /** Whether the alarm showed the request's details, not only the service. */
  hasDetails: boolean;
}

/**
 * Returns the request that an alarm's link opens. Undefined if the token is wrong, the link is too old
 * (`takeLinkLifetime`), or the request was deleted.
 */
export async function findByTakeToken(
  transaction: Transaction,
  token: string,
): Promise<AlarmLinkTarget | undefined> {
  const request = await findWithHistory(transaction, parseReference(token));
  if (!request || request.linkAge >= takeLinkLifetime) {
    return undefined;
  }
  const { withDetails, withoutDetails } = createTakeTokens(transaction.hashKey, request);
  const hasDetails = isSameSecret(token, withDetails);
  return hasDetails || isSameSecret(token, withoutDetails) ? { request, hasDetails } : undefined;
}
