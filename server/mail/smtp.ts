import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';
import { isLoopback, type SmtpServer } from '../settings/connection-urls.ts';
import { classifySmtpError } from './classify-smtp-error.ts';
import type { Transport } from './transport.ts';

const minute = 60_000;

/**
 * In milliseconds. A greeting may take five minutes, and the reply to the final dot ten (RFC 5321, 4.5.3.2): a
 * server that filters an email before it replies has accepted it by then, and would get it again.
 */
const timeouts = { connecting: minute / 2, greeting: 5 * minute, reply: 10 * minute };

/** Opens one connection per email: requests are rare, so a pooled one would have gone stale. */
export function smtpTransport(server: SmtpServer, siteUrl: string | undefined): Transport {
  const options = optionsFor(server, siteUrl);
  return {
    delivers: true,
    send: async (email, to, signal) => {
      // nodemailer throws the same error for a connection lost before DATA and one lost after the final dot. Its
      // log tells them apart: an entry of the kind "message" says that all of it has been written.
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

/** Logs in as for an email, without one. Says what went wrong; undefined if nothing did. */
export async function tryLogin(server: SmtpServer, siteUrl: string | undefined) {
  const options = optionsFor(server, siteUrl);
  try {
    await createTransport(options).verify();
    return undefined;
  } catch (error) {
    return classifySmtpError(error, false, options.name).cause;
  }
}

/**
 * Uses STARTTLS wherever it is offered. Passwords only go over encrypted connections, except on loopback, where
 * nobody can eavesdrop, and where mail servers rarely have a certificate for the name they are reached by.
 */
function optionsFor(server: SmtpServer, siteUrl = 'http://localhost'): SMTPTransportOptions {
  const { host, port, secure, login } = server;
  const isLocal = isLoopback(host);
  const { hostname } = new URL(siteUrl);
  return {
    host,
    port,
    secure,
    // What EHLO says: relays refuse a name without a domain. Undefined leaves it to nodemailer, which takes this
    // machine's name if that has a domain, otherwise an address.
    name: /\.[a-z][^.]*$/i.test(hostname) ? hostname : undefined,
    requireTLS: !secure && login !== undefined && !isLocal,
    tls: { rejectUnauthorized: !isLocal },
    ...(login ? { auth: login, forceAuth: true } : {}),
    getSocket: (_, done) => openSocket(server, done),
    connectionTimeout: timeouts.connecting + timeouts.greeting,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.reply,
  };
}

/** Tries each address that the system finds. nodemailer would ignore /etc/hosts and keep old addresses. */
function openSocket(
  { host, port }: SmtpServer,
  done: Parameters<NonNullable<SMTPTransportOptions['getSocket']>>[1],
): void {
  const socket = connect({ host, port, autoSelectFamilyAttemptTimeout: timeouts.connecting / 3 });
  socket.setTimeout(timeouts.connecting, () => {
    socket.destroy(Object.assign(new Error('No connection in time.'), { code: 'ETIMEDOUT' }));
  });
  socket.once('error', done).once('connect', () => {
    socket.removeAllListeners('timeout').removeListener('error', done);
    done(null, { connection: socket });
  });
}
