import type { TurnTimes } from '../queue/in-turn.ts';
import type { Transaction } from '../queue/transaction.ts';

/** Where requests go: a channel and its recipients, as the store knows them. */
export interface DeliveryRoute {
  /** The channel's name, stored with each delivery. */
  name: string;
  /** Stable names without credentials. */
  recipients: readonly string[];
  /**
   * Absent: every request. Otherwise those that nobody has taken, without probable spam, or the emergencies of them, or
   * none: then its deliveries are added by other means.
   */
  takes?: 'requests' | 'emergencies' | 'none' | undefined;
  /** When it gets them, in milliseconds after they are saved. If undefined, once and at once. */
  steps?: readonly number[] | undefined;
  /** If the owner may choose whose turn is when: the times of a turn. */
  turnTimes?: TurnTimes | undefined;
  /** Whether a start sends what was only filed before. */
  delivers?: boolean;
}

/** Its deliveries decide how long a request is kept. */
export const emailChannel = 'email';
export const pageChannel = 'page';
/** Tells the owner what became of a request that was emailed. */
export const newsChannel = 'news';
/** Tells services that repeat alarms by themselves to stop. */
export const cancelChannel = 'cancel';

/** What the operations on requests get. */
export interface RequestTransaction extends Transaction {
  routes: readonly DeliveryRoute[];
}
