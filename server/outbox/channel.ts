import type { Budget, ClaimedDelivery } from '../store/claim.ts';
import type { Route } from '../store/routes.ts';

/** One way to tell the owner of a request, email for example: a file with `send`, and a line in main.ts. */
export interface Channel extends Route {
  /** False for files: what they accept is filed, and pending again once the channel delivers. */
  delivers: boolean;
  /** How many requests may be sent. Absent: as many as there are. */
  budget?: Budget;
  /** Never throws: errors are outcomes. Stops as soon as `signal` aborts. */
  send(delivery: ClaimedDelivery, signal: AbortSignal): Promise<Attempt>;
}

export interface Attempt {
  outcome: AttemptOutcome;
  /** The reply code, or the error's code. Never the server's text, which may quote the request. */
  resultCode: string;
  /** Why, in words of ours, where there is something to look at. */
  cause?: string;
}

export type AttemptOutcome =
  /** The recipient's server accepted it. */
  | 'accepted'
  /** Written to a file: not a delivery. */
  | 'filed'
  /** No connection, or a reply about the server; says nothing about this delivery. The channel pauses. */
  | 'unreachable'
  /** Our login was refused; says nothing about this delivery. The channel pauses for longer. */
  | 'login refused'
  /** Temporarily refused: this delivery backs off. */
  | 'deferred'
  /** Permanently refused. */
  | 'refused'
  /** The connection was lost around the final dot: it may or may not have arrived. */
  | 'ambiguous'
  /** The service was asked but gave no result: it may or may not have arrived. The channel pauses. */
  | 'no answer';
