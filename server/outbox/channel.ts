import type { Budget } from '../store/budget.ts';
import type { ClaimedDelivery } from '../store/claim-requests.ts';
import type { DeliveryResult } from '../store/record.ts';
import type { DeliveryRoute } from '../store/transaction.ts';

/**
 * One way to tell the owner of a request: a file with `send`, and a line in main.ts. Its `steps` say when each
 * recipient gets a request: email has one step, a phone rings until somebody takes the request.
 */
export interface Channel extends DeliveryRoute {
  /** False for files: what they accept is filed, and pending again once the channel delivers. */
  delivers: boolean;
  /** How many deliveries one message carries. Default: 1. */
  together?: number;
  /** How many messages are sent at a time, so that a slow one doesn't block the others. Default: 1. */
  concurrency?: number;
  /** How much may be sent. If undefined, no limit applies. */
  budget?: Budget;
  /** The recipient whose turn begins as soon as this channel's recipient can't be reached. */
  next?: string | undefined;
  /** How long a delivery waits that was refused for good, in milliseconds. Default: a day. */
  refusedPause?: number;
  /** What the other side does is an outcome, never an error. Stops as soon as `signal` aborts. */
  send(message: Message, signal: AbortSignal): Promise<Attempt>;
  /** Logs how an attempt ended. */
  log(delivery: ClaimedDelivery, attempt: Attempt): void;
}

/** What is sent together, in order. */
export interface Message {
  deliveries: readonly [ClaimedDelivery, ...ClaimedDelivery[]];
  /** How many others are due for the same recipient. Counted for buckets alone. */
  waiting: number;
}

/** How an attempt ended. Whatever is not accepted has a cause, for the log. */
export type Attempt = Acceptance | Failure;

interface Acceptance {
  outcome: 'accepted';
  /** The reply code, or the error's code. Never the server's text, which may quote the request. */
  resultCode: string;
  cause?: undefined;
  retryAfter?: undefined;
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

/** What an attempt may come to. The diagram above `resultOf` in channel-sender.ts shows the next steps. */
export const outcomes = {
  /** The recipient's service accepted it. */
  accepted: { state: 'sent' },
  /** Written to a file: not a delivery. */
  filed: { state: 'filed' },
  /** No connection, or a reply about the service; says nothing about this delivery. */
  unreachable: { state: 'pending', pauses: true },
  /** Our login was refused; says nothing about this delivery. The channel pauses for longer. */
  'login refused': { state: 'pending', pauses: true },
  /** Temporarily refused. */
  deferred: { state: 'pending', backsOff: true },
  /** Permanently refused. */
  refused: { state: 'refused' },
  /** No reply, after everything was transferred. */
  ambiguous: { state: 'pending', backsOff: true, mayHaveArrived: true },
  /** The service was asked but gave no result. */
  'no answer': { state: 'pending', mayHaveArrived: true, pauses: true },
} satisfies Record<string, Consequence>;
