import { Readable } from 'node:stream';
import SMTPConnection, { type SMTPError } from 'nodemailer/lib/smtp-connection';
import { isLoopback, type SmtpServer } from '../setting-values.ts';
import type { Attempt, Email, RefusedRecipient, Transport } from './transport.ts';

/** One connection for each email: requests are rare, and a kept connection would be found dead. */
export function smtpTransport(server: SmtpServer): Transport {
  return { delivers: true, send: (email, signal) => send(server, email, signal) };
}

/** Milliseconds without a sound from the server. The whole attempt ends with the caller's signal. */
const timeout = 40_000;

async function send(server: SmtpServer, email: Email, signal: AbortSignal): Promise<Attempt> {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.secure,
    ...encryption(server),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  });
  // nodemailer reports a connection lost before DATA and one lost after the final dot alike. It reads
  // the message only after the server's 354, and writes the final dot when it has read the end.
  const message = Readable.from([email.bytes], { objectMode: false });
  let finalDot = false;
  message.once('end', () => {
    finalDot = true;
  });
  try {
    const conversation = converse(connection, server, email, message);
    const errors = await Promise.race([connectionLost(connection, signal), conversation]);
    connection.quit();
    const refused = errors.map(refusedRecipient);
    return { outcome: 'accepted', smtpCode: '250', ...(refused.length > 0 ? { refused } : {}) };
  } catch (error) {
    connection.close();
    return classifySmtpError(error, finalDot);
  }
}

/**
 * STARTTLS is used wherever it is offered. A password goes over an encrypted connection or not at all;
 * on loopback nobody listens in, and a mail server there seldom has a certificate for its name.
 */
export function encryption({ host, secure, login }: SmtpServer) {
  if (isLoopback(host)) {
    return { ignoreTLS: true };
  } else {
    return { requireTLS: !secure && login !== undefined };
  }
}

function connectionLost(connection: SMTPConnection, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    connection.on('error', reject);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/** Gives an error for each address that the mail server refused while it took the email for another. */
async function converse(connection: SMTPConnection, server: SmtpServer, email: Email, message: Readable) {
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  if (server.login) {
    const login = server.login;
    await new Promise<void>((resolve, reject) => {
      connection.login(login, (error) => (error ? reject(error) : resolve()));
    });
  }
  return new Promise<readonly SMTPError[]>((resolve, reject) => {
    const envelope = { from: email.from, to: [...email.to], size: email.bytes.length };
    connection.send(envelope, message, (error, info) =>
      error ? reject(error) : resolve(info?.rejectedErrors ?? []),
    );
  });
}

function refusedRecipient(error: SMTPError): RefusedRecipient {
  const { outcome, smtpCode } = classifySmtpError(error, false);
  return { address: error.recipient ?? '', smtpCode, forGood: outcome === 'refused' };
}

/** Replies that mean the server as a whole: it is going away, or it wants a login first. */
const aboutTheServer = new Set([421, 454, 530, 534, 535, 538]);

/** RFC 3463: X.2.2 is "mailbox full". It is no fault of the email, and passes when the owner makes room. */
const mailboxFull = /\b[45]\.2\.2\b|\bquota\b|\bmailbox (is )?full\b/i;

/** What an error of nodemailer's SMTP connection says about the email. */
export function classifySmtpError(error: unknown, finalDot: boolean): Attempt {
  const { code, responseCode, command, response } = detailsOf(error);
  const smtpCode = String(responseCode ?? code ?? 'unknown');
  const aboutTheEmail = /^(MAIL FROM|RCPT TO|DATA)$/.test(command ?? '');
  if (responseCode && aboutTheEmail && !aboutTheServer.has(responseCode)) {
    const isForGood = responseCode >= 500 && !mailboxFull.test(response ?? '');
    return { outcome: isForGood ? 'refused' : 'deferred', smtpCode };
  } else if (!responseCode && finalDot) {
    return { outcome: 'ambiguous', smtpCode };
  } else if (!responseCode && (code === 'EMESSAGE' || code === 'EENVELOPE')) {
    // Refused before it was said: too large for this server, or an address it cannot carry.
    return { outcome: 'refused', smtpCode };
  } else if (responseCode && responseCode >= 500 && command?.startsWith('AUTH')) {
    return { outcome: 'login refused', smtpCode };
  } else {
    return { outcome: 'unreachable', smtpCode };
  }
}

function detailsOf(error: unknown): {
  code?: string;
  responseCode?: number;
  command?: string;
  response?: string;
} {
  return error instanceof DOMException ? { code: error.name } : Object(error);
}
