import { Readable } from 'node:stream';
import SMTPConnection, { type SMTPError } from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from '../setting-schemas.ts';
import { isLoopback } from '../url-parts.ts';
import type { Attempt, Email, RefusedRecipient, Transport } from './transport.ts';

/** One connection per email: requests are rare, so a pooled connection would have gone stale. */
export function smtpTransport(server: SmtpServer): Transport {
  return { delivers: true, send: (email, signal) => send(server, email, signal) };
}

/** Inactivity timeout in milliseconds. The caller's signal limits the whole attempt. */
const timeout = 40_000;

async function send(server: SmtpServer, email: Email, signal: AbortSignal): Promise<Attempt> {
  const connection = connectionTo(server, timeout);
  // nodemailer reports the same error for connections lost before DATA and after the final dot. It reads the
  // message only after the server's 354, and writes the final dot when the stream ends.
  const message = Readable.from([email.bytes], { objectMode: false });
  let finalDot = false;
  const lost = Promise.withResolvers<never>();
  const abort = () => lost.reject(signal.reason);
  connection.on('error', lost.reject);
  signal.addEventListener('abort', abort);
  message.once('end', () => {
    finalDot = true;
  });
  try {
    const conversation = converse(connection, server, email, message);
    const errors = await Promise.race([lost.promise, conversation]);
    connection.quit();
    const refused = errors.map(refusedRecipient);
    return { outcome: 'accepted', resultCode: '250', ...(refused.length > 0 ? { refused } : {}) };
  } catch (error) {
    connection.close();
    return classifySmtpError(error, finalDot);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Not opened yet. `timeout` limits each wait for the mail server, in milliseconds. */
export function connectionTo(server: SmtpServer, timeout: number): SMTPConnection {
  return new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.secure,
    ...encryption(server),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  });
}

/**
 * Uses STARTTLS wherever it is offered. Passwords only go over encrypted connections, except on loopback,
 * where nobody can eavesdrop and mail servers rarely have a valid certificate.
 */
export function encryption({ host, secure, login }: SmtpServer) {
  if (isLoopback(host)) {
    return { ignoreTLS: true };
  } else {
    return { requireTLS: !secure && login !== undefined };
  }
}

export async function connectAndLogIn(connection: SMTPConnection, { login }: SmtpServer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  if (login) {
    await new Promise<void>((resolve, reject) => {
      connection.login(login, (error) => (error ? reject(error) : resolve()));
    });
  }
}

/** Returns an error for each address the mail server refused while accepting the email for another. */
async function converse(connection: SMTPConnection, server: SmtpServer, email: Email, message: Readable) {
  await connectAndLogIn(connection, server);
  return new Promise<readonly SMTPError[]>((resolve, reject) => {
    const envelope = { from: email.from, to: [...email.to], size: email.bytes.length };
    connection.send(envelope, message, (error, info) =>
      error ? reject(error) : resolve(info?.rejectedErrors ?? []),
    );
  });
}

function refusedRecipient(error: SMTPError): RefusedRecipient {
  const { outcome, resultCode } = classifySmtpError(error, false);
  return { address: error.recipient ?? '', resultCode, forGood: outcome === 'refused' };
}

/** Replies about the server rather than the email: it is shutting down or requires a login. */
const aboutTheServer = new Set([421, 454, 530, 534, 535, 538]);

/** RFC 3463: X.2.2 is "mailbox full". Not the email's fault; resolved when the owner frees space. */
const mailboxFull = /\b[45]\.2\.2\b|\bquota\b|\bmailbox (is )?full\b/i;

/** Maps an error from nodemailer's SMTP connection to the email's outcome. */
export function classifySmtpError(error: unknown, finalDot: boolean): Attempt {
  const { code, responseCode, command, response } = detailsOf(error);
  const resultCode = String(responseCode ?? code ?? 'unknown');
  const aboutTheEmail = /^(MAIL FROM|RCPT TO|DATA)$/.test(command ?? '');
  if (responseCode && aboutTheEmail && !aboutTheServer.has(responseCode)) {
    const isForGood = responseCode >= 500 && !mailboxFull.test(response ?? '');
    return { outcome: isForGood ? 'refused' : 'deferred', resultCode };
  } else if (!responseCode && finalDot) {
    return { outcome: 'ambiguous', resultCode };
  } else if (!responseCode && (code === 'EMESSAGE' || code === 'EENVELOPE')) {
    // Refused before sending: too large for this server, or an email address it cannot handle.
    return { outcome: 'refused', resultCode };
  } else if (responseCode && responseCode >= 500 && command?.startsWith('AUTH')) {
    return { outcome: 'login refused', resultCode };
  } else {
    return { outcome: 'unreachable', resultCode };
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
