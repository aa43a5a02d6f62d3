import type { Attempt } from '../outbox/channel.ts';

/** An email ready to go. */
export interface Email {
  reference: string;
  from: string;
  /** The whole message, RFC 5322. Its To names every recipient, whichever one it is sent to. */
  bytes: Uint8Array;
  /** Its parts, for a mail service that builds the message itself. */
  parts: EmailParts;
  /** The same for a service that refuses the visitor's address. Absent if `parts` have none. */
  partsWithoutReplyTo?: EmailParts | undefined;
}

export interface EmailParts {
  /** Identifies the email across attempts: reference and time of receipt. */
  key: string;
  /** The display name of the `from` address. */
  sender: string;
  subject: string;
  replyTo: string | undefined;
  /** In addition to the headers that every email has. */
  headers: Record<string, string>;
  text: string;
  html: string;
}

export interface Transport {
  /** Whether accepted emails are actually delivered. */
  delivers: boolean;
  /**
   * How long, in milliseconds, an email that is sent again byte for byte still arrives only once. Absent:
   * each repeat is another email.
   */
  deduplicatesFor?: number;
  /**
   * Sends an email to one address, within limits of its own. Never throws: errors are outcomes. Stops as soon
   * as `signal` aborts.
   */
  send(email: Email, to: string, signal: AbortSignal): Promise<Attempt>;
}
