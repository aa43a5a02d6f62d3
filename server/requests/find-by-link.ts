import type { Transaction } from '../queue/transaction.ts';
import { type RequestRecord, readRecord } from './request-record.ts';
import { createRequestToken, createTakeTokens, parseReference, takeLinkLifetime } from './request-token.ts';
import { isSameSecret } from './same-secret.ts';

/** A request as the holder of a link may see it. */
export interface DriverRequest {
  record: RequestRecord;
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
): Promise<DriverRequest | undefined> {
  const record = await readRecord(transaction, parseReference(token));
  if (record === undefined) {
    return undefined;
  }
  const manage = createRequestToken(transaction.hashKey, 'manage', record);
  const look = createRequestToken(transaction.hashKey, 'look', record);
  const now = transaction.wallTime;
  if (isSameSecret(token, manage)) {
    return { record, access: 'manage', shareToken: look, now };
  }
  return isSameSecret(token, look) ? { record, access: 'look', shareToken: undefined, now } : undefined;
}

/** The request that an alarm's link opens. */
export interface AlarmLinkTarget {
  record: RequestRecord;
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
  const record = await readRecord(transaction, parseReference(token));
  if (!record || record.linkAge >= takeLinkLifetime) {
    return undefined;
  }
  const { withDetails, withoutDetails } = createTakeTokens(transaction.hashKey, record);
  const hasDetails = isSameSecret(token, withDetails);
  return hasDetails || isSameSecret(token, withoutDetails) ? { record, hasDetails } : undefined;
}
