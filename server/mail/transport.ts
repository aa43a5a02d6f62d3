/** A mail ready to go: the same bytes for every transport. */
export interface Mail {
  reference: string;
  from: string;
  to: string;
  /** The whole message, RFC 5322. */
  bytes: Buffer;
}

/** What became of an attempt. */
export type Outcome =
  /** The mail server has taken it. */
  | 'accepted'
  /** Written as a file: not a delivery. */
  | 'filed'
  /** No conversation came about; this mail has nothing to do with it. */
  | 'unreachable'
  /** The mail server refused this mail for now (4xx). */
  | 'deferred'
  /** The mail server refused this mail for good (5xx). */
  | 'refused'
  /** The line dropped after the final dot may have arrived: it may have been taken or not. */
  | 'ambiguous';

export interface Attempt {
  outcome: Outcome;
  /** The reply code, or the error's code. Never the server's text, which may quote the mail. */
  answer: string;
}

export interface Transport {
  /** Whether what it takes is delivered. */
  delivers: boolean;
  /** Never throws: a fault is an outcome. Gives up as soon as `signal` aborts. */
  send(mail: Mail, signal: AbortSignal): Promise<Attempt>;
}
