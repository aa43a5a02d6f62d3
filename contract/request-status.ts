/**
 * What the driver's page and its function say to each other. Times are RFC 3339 in UTC, like
 * "2026-11-28T08:06:11Z". The token travels in a header, so it is in no URL that a server could log.
 */
export const requestStatusName = 'request-status';
export const requestTokenHeader = 'Request-Token';

/** How many characters of a token are the reference. */
export const referenceLength = 6;

export const requestStates = [
  /** No phone rings for it. */
  'received',
  'ringing',
  /** The alarms ended, and nobody has taken it. */
  'unanswered',
  'taken',
  'on_the_way',
  'done',
  /** By the driver. */
  'canceled',
  /** By the owner: not a customer. */
  'closed',
  /** For 24 hours, so that the page can say so. */
  'erased',
] as const;
export type RequestState = (typeof requestStates)[number];

/** Whether nobody has ended the request. */
export const isOpenState = (state: RequestState) =>
  ['received', 'ringing', 'unanswered', 'taken', 'on_the_way'].includes(state);

/** The answer to GET, with an ETag, and to POST. */
export interface RequestStatus {
  reference: string;
  /** The id of the service. The message is never shown. */
  service: string;
  state: RequestState;
  receivedAt: string;
  /** When the first email was accepted. */
  emailedAt?: string | undefined;
  /** Alarms that a service accepted. `nextAt` is undefined once no more will come. */
  rung?: { times: number; firstAt: string; lastAt: string; nextAt?: string | undefined } | undefined;
  /** `by` is a first name; undefined if that phone gave none. */
  taken?: { at: string; by?: string | undefined } | undefined;
  /** Set while nobody has it because whoever had it gave it back. `by` is a first name. */
  givenBack?: { by?: string | undefined } | undefined;
  eta?: { minutes: number; saidAt: string; until: string } | undefined;
  /** When it was done, canceled, closed or erased. */
  endedAt?: string | undefined;
  /** The end of the time in which the driver can undo the cancellation. Undefined if the driver can't undo it. */
  restorableUntil?: string | undefined;
  /** `manage`: the driver's own link, which can also cancel and erase. `look`: a shared one. */
  may: 'manage' | 'look';
  /** Only for `manage`: the token to share. */
  shareToken?: string | undefined;
  /** The server's clock, because the phone's may be wrong. */
  now: string;
  /** Seconds until a visible page asks again. */
  askAgain: number;
}

/** The body of POST. Repeating an action changes nothing. */
export type DriverAction = { action: 'cancel' | 'still_needed' | 'erase' };
