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

/** The result of an attempt. */
export type AttemptOutcome =
  /** The mail server accepted it. */
  | 'accepted'
  /** Written to a file: not a delivery. */
  | 'filed'
  /** No connection, or a reply about the server (421 and others); says nothing about this email. */
  | 'unreachable'
  /** The mail server refused our login, or takes none for now; says nothing about this email. */
  | 'login refused'
  /** The mail server temporarily refused this email. */
  | 'deferred'
  /** The mail server permanently refused this email. */
  | 'refused'
  /** The connection was lost around the final dot: the email may or may not have been accepted. */
  | 'ambiguous'
  /** The mail service was asked but gave no result: the email may or may not have been accepted. */
  | 'no answer';

export interface Attempt {
  outcome: AttemptOutcome;
  /** The reply code, or the error's code. Never the server's text, which may quote the email. */
  resultCode: string;
  /** Why, in words of ours, where there is something to look at. */
  cause?: string | undefined;
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
