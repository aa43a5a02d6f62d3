import { minute } from '../clock.ts';
import type { ChannelData } from '../queue/channel.ts';
import type { Transaction } from '../queue/transaction.ts';

type AcceptedRequests =
  /** Requests that nobody is handling, without probable spam. */
  | 'untaken'
  /** Emergencies that nobody is handling, without probable spam. */
  | 'untakenEmergencies'
  /** No requests. Other code adds the deliveries. */
  | 'none';

/** The data of a channel for messages about requests. */
export interface RequestChannelData extends ChannelData {
  /** The requests that the channel gets. If undefined, it gets every request. */
  accepts?: AcceptedRequests | undefined;
}

/** Returns each recipient of each channel as JSON, for `currentRecipientCondition`. */
export const serializeRecipients = (channels: readonly RequestChannelData[]): string =>
  JSON.stringify(
    channels.flatMap(({ name, recipients }) => recipients.map((recipient) => [name, recipient])),
  );

/** SQL condition: the delivery's recipient is still in the settings. */
export const currentRecipientCondition =
  'exists (select 1 from json_each(:currentRecipients) where value ->> 0 = channel and value ->> 1 = recipient)';

/** The channel for emails about requests. */
export const emailChannelName = 'email';
/** The length of the window of the email channel's budget. */
export const emailBudgetWindow = 10 * minute;
export const pagingChannelName = 'page';
/** The channel for owner updates (docs/queue.md, "Terms"). Its name can't change. */
export const ownerUpdateChannelName = 'news';
/**
 * The channel for stop orders, which tell services to stop repeating alarms. Its name can't change. The name doesn't
 * mean a driver's cancellation, which uses `ownerUpdateChannelName`.
 */
export const stopOrderChannelName = 'cancel';

/** A transaction, and the data of the channels that operations add deliveries to. */
export interface RequestTransaction extends Transaction {
  channels: readonly RequestChannelData[];
}
