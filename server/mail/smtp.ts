import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';
import { minute } from '../clock.ts';
import { isLoopback, type SmtpServer } from '../settings/connection-urls.ts';
import { classifySmtpError } from './classify-smtp-error.ts';
import type { Transport } from './transport.ts';

/**
 * Timeouts in milliseconds. A greeting may take five minutes, and the reply to the final dot ten (RFC 5321,
 * 4.5.3.2). A shorter timeout could repeat an accepted email if the server filters emails before it replies.
 */
const smtpTimeouts = { connecting: minute / 2, greeting: 5 * minute, reply: 10 * minute };

/** Opens one connection per email. Requests are rare, so a connection from a pool would often be stale. */
export function createSmtpTransport(server: SmtpServer, siteUrl: string | undefined): Transport {
  const options = createOptions(server, siteUrl);
  return {
    canDeliver: true,
    send: async (email, to, signal) => {
      // nodemailer throws the same error whether a connection is lost before DATA or after the final dot. Its log
      // shows the difference: a "message" entry means that the whole message has been written.
      let isWritten = false;
      const info = ({ tnx }: { tnx?: string }) => {
        isWritten ||= tnx === 'message';
      };
      try {
        const envelope = { from: email.from.address, to: [to] };
        await createTransport({ ...options, logger: { info } }).sendMail({ ...email, envelope, signal });
        return { outcome: 'accepted', resultCode: '250' };
      } catch (error) {
        return classifySmtpError(signal.aborted ? signal.reason : error, isWritten, options.name);
      }
    },
  };
}

/** Logs in as if to send an email. Returns the cause of a failure, or undefined after a success. */
export async function findLoginFault(server: SmtpServer, siteUrl: string | undefined) {
  const options = createOptions(server, siteUrl);
  try {
    await createTransport(options).verify();
    return undefined;
  } catch (error) {
    return classifySmtpError(error, false, options.name).cause;
  }
}

/**
 * Creates nodemailer's options. They use STARTTLS wherever it is offered, and send passwords only over encrypted
 * connections. Loopback is the exception: nobody can eavesdrop there, and its certificates rarely have the right name.
 */
function createOptions(server: SmtpServer, siteUrl = 'http://localhost'): SMTPTransportOptions {
  const { host, port, secure, login } = server;
  const isLocal = isLoopback(host);
  const { hostname } = new URL(siteUrl);
  return {
    host,
    port,
    secure,
    // The name for EHLO. Some relays refuse a name without a domain. If undefined, nodemailer uses this machine's name
    // if that has a domain, and otherwise an address.
    name: /\.[a-z][^.]*$/i.test(hostname) ? hostname : undefined,
    requireTLS: !secure && login !== undefined && !isLocal,
    tls: { rejectUnauthorized: !isLocal },
    ...(login ? { auth: login, forceAuth: true } : {}),
    getSocket: (_, done) => openSocket(server, done),
    connectionTimeout: smtpTimeouts.connecting + smtpTimeouts.greeting,
    greetingTimeout: smtpTimeouts.greeting,
    socketTimeout: smtpTimeouts.reply,
  };
}

/** Tries each address that the system finds. nodemailer itself ignores /etc/hosts and keeps old addresses. */
function openSocket(
  { host, port }: SmtpServer,
  done: Parameters<NonNullable<SMTPTransportOptions['getSocket']>>[1],
): void {
  const socket = connect({ host, port, autoSelectFamilyAttemptTimeout: smtpTimeouts.connecting / 3 });
  socket.setTimeout(smtpTimeouts.connecting, () => {
    socket.destroy(Object.assign(new Error('No connection in time.'), { code: 'ETIMEDOUT' }));
  });
  socket.once('error', done).once('connect', () => {
    socket.removeAllListeners('timeout').removeListener('error', done);
    done(null, { connection: socket });
  });
}
