// The contract between the driver's page and its endpoint. Times are RFC 3339 in UTC, like "2026-11-28T08:06:11Z".

export const requestStatusName = 'request-status';
/** The header with the request's token. It isn't in the URL, because servers may log URLs. */
export const requestTokenHeader = 'Request-Token';

/** The number of characters at the start of a token that form the reference. */
export const referenceLength = 6;

export const requestStates = [
  /** Saved. No alarms are sent about this request. */
  'received',
  /** An alarm is waiting or being sent, even if no recipient has rung yet. */
  'ringing',
  /** The alarms have ended or were refused, but nobody is handling the request. */
  'unanswered',
  'taken',
  'on_the_way',
  'done',
  /** The driver canceled the request. */
  'canceled',
  /** The owner closed the request, because it isn't from a customer. docs/queue.md has all meanings of "closed". */
  'closed',
  /** The endpoint reports this state for at least 24 hours, so that the page can show it. */
  'erased',
] as const;
export type RequestState = (typeof requestStates)[number];

export const isOpenState = (state: RequestState) =>
  ['received', 'ringing', 'unanswered', 'taken', 'on_the_way'].includes(state);

/** The response to GET, with an ETag, and to POST. */
export interface RequestStatus {
  reference: string;
  /** The ID of the service. The page never shows the message. */
  service: string;
  state: RequestState;
  receivedAt: string;
  /** When an email was accepted. Undefined while it is being sent again to all recipients. */
  emailedAt?: string | undefined;
  /** Alarms that a service accepted. `nextAt` is undefined if no alarm is pending, or if one is due now. */
  rung?: { times: number; firstAt: string; lastAt: string; nextAt?: string | undefined } | undefined;
  /** `by` is the person's name, usually a first name. Undefined if the person gave none. */
  taken?: { at: string; by?: string | undefined } | undefined;
  /** Set if the last person gave the request back and nobody else is handling it. `by` is as in `taken`. */
  givenBack?: { by?: string | undefined } | undefined;
  eta?: { minutes: number; saidAt: string; until: string } | undefined;
  /** When the request was done, canceled, closed, or erased. */
  endedAt?: string | undefined;
  /** The deadline for undoing the cancellation, even if it has passed. Undefined if this link can't undo one. */
  restorableUntil?: string | undefined;
  /** `manage` for the driver's own link, which can also cancel and erase. `look` for a shared link. */
  may: 'manage' | 'look';
  /** The token to share. Set only for `manage`. */
  shareToken?: string | undefined;
  /** The server's time, because the clock of the visitor's device may be wrong. */
  now: string;
  /** Seconds until a visible page should ask again. */
  askAgain: number;
}

/** The body of POST. Repeating an action right away changes nothing. */
export type DriverAction = { action: 'cancel' | 'still_needed' | 'erase' };
