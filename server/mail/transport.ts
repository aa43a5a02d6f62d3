/** An email ready to go. */
export interface Email {
  /** The reference of its request, or the id of an overview. */
  reference: string;
  from: string;
  to: readonly string[];
  /** The whole message, RFC 5322. */
  bytes: Uint8Array;
  /** Its parts, for a mail service that builds the message itself. */
  parts: EmailParts;
}

export interface EmailParts {
  /** Identifies the email across attempts: reference and time of receipt, or the overview's id. */
  key: string;
  /** The display name of the `from` address. */
  sender: string;
  subject: string;
  replyTo: string | undefined;
  /** In addition to the headers that every email has. */
  headers: Record<string, string>;
  text: string;
  html: string | undefined;
}

/** The result of an attempt. */
export type AttemptOutcome =
  /** The mail server accepted it. */
  | 'accepted'
  /** Written to a file: not a delivery. */
  | 'filed'
  /** No connection, or a reply about the server (421, 454 and others); says nothing about this email. */
  | 'unreachable'
  /** The mail server refused our login; says nothing about this email. */
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
  /** For an accepted email: the addresses for which the mail server refused it. */
  refused?: readonly RefusedRecipient[];
}

export interface RefusedRecipient {
  address: string;
  resultCode: string;
  /** If false, the mail server may accept the email later. */
  forGood: boolean;
}

export interface Transport {
  /** Whether accepted emails are actually delivered. */
  delivers: boolean;
  /**
   * How long, in milliseconds, an email that is sent again byte for byte still arrives only once. Absent:
   * each repeat is another email.
   */
  deduplicatesFor?: number;
  /** Never throws: errors are outcomes. Stops as soon as `signal` aborts. */
  send(email: Email, signal: AbortSignal): Promise<Attempt>;
}
