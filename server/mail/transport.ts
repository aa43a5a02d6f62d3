/** An email ready to go: the same bytes for every transport. */
export interface Email {
  /** The reference of its request, or the id of its digest. */
  reference: string;
  from: string;
  to: readonly string[];
  /** The whole message, RFC 5322. */
  bytes: Buffer;
}

/** What became of an attempt. */
export type Outcome =
  /** The mail server has taken it. */
  | 'accepted'
  /** Written as a file: not a delivery. */
  | 'filed'
  /** No conversation came about; this email has nothing to do with it. */
  | 'unreachable'
  /** The mail server refused our login; this email has nothing to do with it. */
  | 'login refused'
  /** The mail server refused this email for now. */
  | 'deferred'
  /** The mail server refused this email for good. */
  | 'refused'
  /** The connection was lost when the final dot may have arrived: the email may have been taken or not. */
  | 'ambiguous';

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
  /** Whether what it takes is delivered. */
  delivers: boolean;
  /** Never throws: an error is an outcome. Gives up as soon as `signal` aborts. */
  send(email: Email, signal: AbortSignal): Promise<Attempt>;
}
