import type { Budget } from './budget.ts';
import type { LeasedDelivery } from './claim.ts';
import type { TurnTimes } from './in-turn.ts';
import type { DeliveryResult } from './record.ts';

/**
 * One way to send deliveries: an object with `send`. `Delivery` is a leased delivery with what it is about, which the
 * queue does not look at. docs/queue.md has an example.
 */
export interface Channel<Delivery extends LeasedDelivery = LeasedDelivery> {
  /** Stored with each delivery. Several channels may share a name, each for recipients of its own. */
  name: string;
  /** Stable names without credentials. */
  recipients: readonly string[];
  /** When each recipient gets a delivery, in milliseconds after the save. If undefined, once and at once. */
  steps?: readonly number[] | undefined;
  /** For deliveries that have a place of their own, in place of `steps`. */
  turnTimes?: TurnTimes | undefined;
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
  send(message: Message<Delivery>, signal: AbortSignal): Promise<Attempt>;
  /** Logs how an attempt ended. */
  log(delivery: Delivery, attempt: Attempt): void;
}

/** What is sent together, in order. */
export interface Message<Delivery> {
  deliveries: readonly [Delivery, ...Delivery[]];
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
