import type { Transaction } from '../queue/transaction.ts';
import type { TurnTimes } from '../queue/turns.ts';

type AcceptedRequests =
  /** Requests that nobody is handling, without probable spam. */
  | 'untaken'
  /** Emergencies that nobody is handling, without probable spam. */
  | 'untakenEmergencies'
  /** No requests. Other code adds the deliveries. */
  | 'none';

/** A destination for messages about requests: a channel and its recipients, as the store knows them. */
export interface Destination {
  /** The channel's name, stored with each delivery. */
  name: string;
  /** Stable names without passwords or tokens. An ntfy topic may be a secret. */
  recipients: readonly string[];
  /** The requests that the destination gets. If undefined, it gets every request. */
  accepts?: AcceptedRequests | undefined;
  /**
   * When a delivery is due, in milliseconds after it is added or its alarms restart. If undefined, the request is
   * delivered once, immediately.
   */
  steps?: readonly number[] | undefined;
  /**
   * When a recipient rings in its turn and afterward. For deliveries with a position in the on-call order, this
   * replaces `steps`.
   */
  turnTimes?: TurnTimes | undefined;
  /**
   * Whether the channel really sends messages, instead of only writing files. If a restart changes this to true, filed
   * deliveries are usually sent.
   */
  canDeliver?: boolean;
}

/** Returns each recipient of each destination as JSON, for `currentRecipientCondition`. */
export const serializeRecipients = (destinations: readonly Destination[]): string =>
  JSON.stringify(
    destinations.flatMap(({ name, recipients }) => recipients.map((recipient) => [name, recipient])),
  );

/** SQL condition: the delivery's recipient is still in a destination. */
export const currentRecipientCondition =
  'exists (select 1 from json_each(:currentRecipients) where value ->> 0 = channel and value ->> 1 = recipient)';

/** The channel for emails about requests. */
export const emailChannelName = 'email';
export const pagingChannelName = 'page';
/** The channel for emails to the owner about canceled, still needed, and erased requests. Its name can't change. */
export const ownerNoticeChannelName = 'news';
/**
 * The channel for stop orders, which tell services to stop repeating alarms. Its name can't change. The name doesn't
 * mean a driver's cancellation, which uses `ownerNoticeChannelName`.
 */
export const stopOrderChannelName = 'cancel';

/** A transaction with the destinations that operations add deliveries to. */
export interface RequestTransaction extends Transaction {
  destinations: readonly Destination[];
}
