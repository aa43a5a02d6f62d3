/** An email ready to go. */
export interface Email {
  /** The reference of its request, or the id of its digest. */
  reference: string;
  from: string;
  to: readonly string[];
  /** The whole message, RFC 5322. */
  bytes: Uint8Array;
  /** What it is made of, for a mail service that makes the message itself. */
  parts: EmailParts;
}

export interface EmailParts {
  /** Names the email in each attempt: reference and time of receipt, or the id of a digest. */
  key: string;
  /** The name beside the address it comes from. */
  sender: string;
  subject: string;
  replyTo: string | undefined;
  /** Beside those that every email has. */
  headers: Record<string, string>;
  text: string;
  html: string | undefined;
}

/** The result of an attempt. */
export type Outcome =
  /** The mail server accepted it. */
  | 'accepted'
  /** Written to a file: not a delivery. */
  | 'filed'
  /** No SMTP session; says nothing about this email. */
  | 'unreachable'
  /** The mail server refused our login; says nothing about this email. */
  | 'login refused'
  /** The mail server temporarily refused this email. */
  | 'deferred'
  /** The mail server permanently refused this email. */
  | 'refused'
  /** The connection was lost around the final dot: the email may or may not have been accepted. */
  | 'ambiguous'
  /** The mail service was asked and did not say what became of the email: it may have been taken or not. */
  | 'no answer';

export interface Attempt {
  outcome: Outcome;
  /** The reply code, or the error's code. Never the server's text, which may quote the email. */
  smtpCode: string;
  /** Of an accepted email: the addresses that the mail server did not take it for. */
  refused?: readonly RefusedRecipient[];
}

export interface RefusedRecipient {
  address: string;
  smtpCode: string;
  /** Otherwise the mail server may take it later. */
  forGood: boolean;
}

export interface Transport {
  /** Whether accepted emails are actually delivered. */
  delivers: boolean;
  /**
   * For so many milliseconds an email that is the same to the last letter arrives once, however often it is
   * sent. Absent: a repeat is a second email.
   */
  deduplicatesFor?: number;
  /** Never throws: errors are outcomes. Stops as soon as `signal` aborts. */
  send(email: Email, signal: AbortSignal): Promise<Attempt>;
}
