import type { AttemptResult } from '../queue/channel.ts';

/** An email with the fields that nodemailer expects. */
export interface OutgoingEmail {
  reference: string;
  from: { name: string; address: string };
  /** All addresses, although each attempt sends to only one of them. */
  to: string[];
  replyTo: string | undefined;
  subject: string;
  /** For a request, stays the same for every attempt and address, so that mailboxes can detect duplicates. */
  messageId: string;
  /** How many emails about this request the address has already accepted. Default: none. */
  acceptedCount?: number;
  /**
   * Usually the date of the attempt, because filters may refuse an email whose date is a week old. While a mail API
   * drops unchanged repeats (`deduplicatesFor`), an email about a request has the request's date instead.
   */
  date: Date;
  headers: Record<string, string>;
  text: string;
  html: string;
}

export interface Transport {
  /** Whether emails are really sent rather than only written to files. */
  canDeliver: boolean;
  /** How long the service drops unchanged repeats of an email. If undefined, it drops none. */
  deduplicatesFor?: number;
  /** Sends to one address. Failures at the server are outcomes, never errors. Stops when `signal` aborts. */
  send(email: OutgoingEmail, to: string, signal: AbortSignal): Promise<AttemptResult>;
}
