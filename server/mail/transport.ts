import type { Attempt } from '../queue/channel.ts';

/** A request's email, as nodemailer takes it. */
export interface Email {
  reference: string;
  from: { name: string; address: string };
  /** All addresses, whichever one it is sent to. */
  to: string[];
  replyTo: string | undefined;
  subject: string;
  /** The same for every attempt and address, so that mailboxes can detect duplicates. */
  messageId: string;
  /** How many of its emails this address accepted before: the owner wants another one. Default: none. */
  acceptedBefore?: number;
  /** Of the attempt: filters refuse an email whose date is a week old. */
  date: Date;
  headers: Record<string, string>;
  text: string;
  html: string;
}

export interface Transport {
  /** Whether accepted emails are actually delivered. */
  delivers: boolean;
  /** How long the service drops unchanged repeats of an email, in milliseconds. Absent: it drops none. */
  deduplicatesFor?: number;
  /** Sends to one address. What the server does is an outcome, never an error. Stops when `signal` aborts. */
  send(email: Email, to: string, signal: AbortSignal): Promise<Attempt>;
}
