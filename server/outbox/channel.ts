import type { Budget, ClaimedDelivery, DeliveryResult } from '../store/claim.ts';
import type { Route } from '../store/transaction.ts';

/** One way to tell the owner of a request, email for example: a file with `send`, and a line in main.ts. */
export interface Channel extends Route {
  /** False for files: what they accept is filed, and pending again once the channel delivers. */
  delivers: boolean;
  /** How many requests may be sent. Absent: as many as there are. */
  budget?: Budget;
  /** What the other side does is an outcome, never an error. Stops as soon as `signal` aborts. */
  send(delivery: ClaimedDelivery, signal: AbortSignal): Promise<Attempt>;
}

/** How an attempt ended. Whatever is not accepted has a cause, for the log. */
export type Attempt = Acceptance | Failure;

interface Acceptance {
  outcome: 'accepted';
  /** The reply code, or the error's code. Never the server's text, which may quote the request. */
  resultCode: string;
  cause?: undefined;
}

export interface Failure {
  outcome: Exclude<AttemptOutcome, 'accepted'>;
  resultCode: string;
  /** The reason, in words of ours. */
  cause: string;
  /** How long the other side asks to be left alone, in milliseconds. */
  retryAfter?: number | undefined;
}

export type AttemptOutcome = keyof typeof outcomes;

/** `backsOff`: the delivery itself pauses, longer each time. `pauses`: its channel does. */
export interface Consequence {
  state: DeliveryResult['state'];
  backsOff?: boolean;
  mayHaveArrived?: boolean;
  pauses?: boolean;
}

/** What an attempt may come to. `resultOf` in channel-sender.ts draws where each leads. */
export const outcomes = {
  /** The recipient's server accepted it. */
  accepted: { state: 'sent' },
  /** Written to a file: not a delivery. */
  filed: { state: 'filed' },
  /** No connection, or a reply about the server; says nothing about this delivery. */
  unreachable: { state: 'pending', pauses: true },
  /** Our login was refused; says nothing about this delivery. The channel pauses for longer. */
  'login refused': { state: 'pending', pauses: true },
  /** Temporarily refused. */
  deferred: { state: 'pending', backsOff: true },
  /** Permanently refused. */
  refused: { state: 'refused' },
  /** The connection was lost around the final dot. */
  ambiguous: { state: 'pending', backsOff: true, mayHaveArrived: true },
  /** The service was asked but gave no result. */
  'no answer': { state: 'pending', mayHaveArrived: true, pauses: true },
} satisfies Record<string, Consequence>;
