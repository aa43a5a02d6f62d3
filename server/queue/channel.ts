import type { Budget } from './budget.ts';
import type { LeasedDelivery } from './claim.ts';
import type { DeliveryResult } from './record-result.ts';
import type { TurnTimes } from './turns.ts';

/** A channel's data, which the store also gets. SQLite's thread can receive only data, not functions. */
export interface ChannelData {
  /** Stored with each delivery. Several channels may share a name if their recipients differ. */
  name: string;
  /** Stable names without passwords or tokens. A name may still be a secret, like an ntfy topic. */
  recipients: readonly string[];
  /** When a delivery is due, in milliseconds after its steps begin. Default: once, at 0. */
  steps?: readonly number[] | undefined;
  /** Set if the recipients take turns. Replaces `steps` for deliveries that have a position in the order of turns. */
  turnTimes?: TurnTimes | undefined;
  /**
   * Whether the channel really sends messages, instead of only writing files. If a restart changes this to true, filed
   * deliveries are usually sent.
   */
  canDeliver?: boolean;
}

/**
 * A way to send deliveries. `Delivery` is a leased delivery with its payload, which the queue never reads. In this
 * project, the payload is a request. docs/queue.md has an example.
 */
export interface Channel<Delivery extends LeasedDelivery = LeasedDelivery> extends ChannelData {
  canDeliver: boolean;
  /** The maximum number of deliveries in one message. Default: 1. */
  maxPerMessage?: number;
  /** How many messages may be sent at a time, so that a slow one doesn't block the others. Default: 1. */
  concurrency?: number;
  /** How much may be sent. If undefined, no limit applies. */
  budget?: Budget;
  /**
   * The recipient that gets a message early if this channel's message isn't accepted, in the order of the settings.
   * Undefined for the last recipient. Deliveries that have a position ignore this.
   */
  nextRecipient?: string | undefined;
  /** How long a permanently refused delivery waits, in milliseconds. Default: a day. */
  refusedPause?: number;
  /** Sends a message. Failures on the other side are outcomes, never errors. Stops as soon as `signal` aborts. */
  send(message: Message<Delivery>, signal: AbortSignal): Promise<AttemptResult>;
  /** Logs how an attempt ended. */
  log(delivery: Delivery, attempt: AttemptResult): void;
}

/** Deliveries that are sent together, in order. */
export interface Message<Delivery> {
  deliveries: readonly [Delivery, ...Delivery[]];
  /** The number of other due deliveries for the same recipient. Without a bucket budget, the number is 0. */
  waiting: number;
}

/** How an attempt ended. Each failure has a cause for the log. */
export type AttemptResult = Acceptance | Failure;

interface Acceptance {
  outcome: 'accepted';
  /** The reply code. Never the server's text, which may quote the request. */
  resultCode: string;
  cause?: undefined;
  retryAfter?: undefined;
}

export interface Failure {
  outcome: Exclude<AttemptOutcome, 'accepted'>;
  resultCode: string;
  /** The reason, in our own words, or an error code. */
  cause: string;
  /** How long to wait, in milliseconds, usually because the other side asks for it. */
  retryAfter?: number | undefined;
}

export type AttemptOutcome = keyof typeof outcomes;

/** The effects of an attempt on its deliveries and their channel. */
export interface Consequence {
  state: DeliveryResult['state'];
  /** Whether the delivery pauses, for a time that grows up to a limit. */
  backsOff?: boolean;
  mayHaveArrived?: boolean;
  /** Whether the channel pauses. */
  pausesChannel?: boolean;
}

/** The possible outcomes of an attempt. The table in docs/queue.md, "States", shows the next steps. */
export const outcomes = {
  /** The recipient's service accepted the message. */
  accepted: { state: 'sent' },
  /** Written to a file, not delivered. */
  filed: { state: 'filed' },
  /** The service can't have accepted the message, or its reply says nothing about this delivery. */
  unreachable: { state: 'pending', pausesChannel: true },
  /** The service refused or blocked our login, which says nothing about this delivery. The channel pauses longer. */
  'login refused': { state: 'pending', pausesChannel: true },
  /** Refused for now, or failed because of a bug. */
  deferred: { state: 'pending', backsOff: true },
  refused: { state: 'refused' },
  /** The service may have accepted the message, but gave no clear reply. Only the message's deliveries wait. */
  ambiguous: { state: 'pending', backsOff: true, mayHaveArrived: true },
  /** The service itself seems to fail, and may have accepted the message. The whole channel pauses. */
  'no answer': { state: 'pending', mayHaveArrived: true, pausesChannel: true },
} satisfies Record<string, Consequence>;
