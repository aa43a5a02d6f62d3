import type { Attempt } from '../outbox/channel.ts';

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

/** Why no connection to a mail server or service came about, by the error's code. */
const causes: [code: RegExp, cause: string][] = [
  [/^ENOTFOUND/, 'its name is unknown'],
  [/^EAI_AGAIN/, 'the name server of this machine does not answer'],
  [/^ECONNREFUSED/, 'nothing listens on its port'],
  [/TIMEDOUT|TIMEOUT/, 'it does not answer: perhaps a firewall blocks its port'],
  [/^ECONNRESET|^ECONNECTION|^UND_ERR_SOCKET/, 'it closed the connection'],
  [/^TimeoutError/, 'it did not answer in time'],
  [/^AbortError/, 'this server stopped before the answer came'],
  [/CERT_HAS_EXPIRED/, 'its certificate has expired'],
  [/ALTNAME_INVALID/, 'its certificate is for another name'],
  [/SELF_SIGNED|^UNABLE_TO_/, 'its certificate is signed by nobody that this machine trusts'],
  [/^ERR_SSL_/, 'its port does not begin with TLS: smtps:// is for port 465, smtp:// for 587'],
];

/** The cause in words. The code itself where it has none: OpenSSL alone knows a thousand. */
export function connectionCause(code: string): string {
  return causes.find(([pattern]) => pattern.test(code))?.[1] ?? code;
}
