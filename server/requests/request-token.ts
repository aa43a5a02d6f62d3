import { createHmac } from 'node:crypto';
import { referenceLength } from '../../contract/request-status.ts';
import { day } from '../clock.ts';

/** The action that a link to a request allows. The names are part of the tokens, so a new name breaks sent links. */
export type TokenPurpose =
  /** A press of "I'm taking it" after an alarm with details. */
  | 'take'
  /** A press of "I'm taking it" after an alarm without details. */
  | 'take_unseen'
  /** Managing the request, as the driver who sent it. */
  | 'manage'
  /** Viewing the request, which the driver shared. */
  | 'look';

/**
 * How long alarms' links work after a request's latest alarm, or after its alarms were last started, if that is later.
 */
export const takeLinkLifetime = day;

/**
 * The tokens for alarms with and without details. On a device that isn't paired, the page that a token opens shows
 * details only if the alarm did (paging/alarm.ts).
 */
export interface TakeTokens {
  withDetails: string;
  withoutDetails: string;
}

export function createTakeTokens(
  hashKey: string,
  request: { reference: string; receivedAt: Date },
): TakeTokens {
  return {
    withDetails: createRequestToken(hashKey, 'take', request),
    withoutDetails: createRequestToken(hashKey, 'take_unseen', request),
  };
}

/**
 * Parses the reference at the start of a request's token. Returns an empty string if there is none, because PostgreSQL
 * rejects some characters.
 */
export const parseReference = (token: string) =>
  /^[0-9A-Z]+$/.exec(token.slice(0, referenceLength))?.[0] ?? '';

/** Returns the reference followed by 128 bits that only this installation can derive. */
export function createRequestToken(
  hashKey: string,
  purpose: TokenPurpose,
  { reference, receivedAt }: { reference: string; receivedAt: Date | number },
): string {
  const hash = createHmac('sha256', hashKey)
    .update(`${purpose} ${reference} ${Number(receivedAt)}`)
    .digest();
  return reference + hash.subarray(0, 16).toString('base64url');
}
