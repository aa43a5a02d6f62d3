import { connect } from 'node:net';
import { Readable } from 'node:stream';
import SMTPTransport, { type SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';
import { isLoopback, type SmtpServer } from '../connection-urls.ts';
import type { Attempt } from '../outbox/channel.ts';

import { classifySmtpError } from './classify-smtp-error.ts';
import type { Email, Transport } from './transport.ts';

const minute = 60_000;

/**
 * How long each phase of an attempt may take, in milliseconds. But for the connection, these are the least
 * times that a client grants a server (RFC 5321, 4.5.3.2): one that filters an email before it replies to the
 * final dot has accepted it by then, and would get it again.
 */
const limits = {
  /** All addresses of the host, each for a third of it. */
  connecting: minute / 2,
  /** The greeting, and what follows up to the login. */
  greeting: 5 * minute,
  /** MAIL, RCPT and DATA, which most servers take at once. */
  envelope: (5 + 5 + 2) * minute,
  message: 3 * minute,
  finalDot: 10 * minute,
};

/**
 * Sends over one connection per email: requests are rare, so a pooled one would have gone stale. `siteUrl`
 * gives the name that EHLO says.
 */
export function smtpTransport(server: SmtpServer, siteUrl: string | undefined): Transport {
  return {
    delivers: true,
    send: (email, to, stopping) => {
      const late = new AbortController();
      const signal = AbortSignal.any([stopping, late.signal]);
      return send(optionsFor(server, siteUrl, signal), email, to, signal, () => late.abort(timeoutError()));
    },
  };
}

async function send(
  options: SMTPTransportOptions,
  email: Email,
  to: string,
  signal: AbortSignal,
  giveUp: () => void,
): Promise<Attempt> {
  let timer = setTimeout(giveUp, limits.greeting);
  const enter = (phase: keyof typeof limits) => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, limits[phase]);
  };
  // nodemailer reports the same error for connections lost before DATA and after the final dot. It reads the
  // message only after the server's 354, and writes the final dot when the stream ends.
  let afterFinalDot = false;
  const message = new Readable({
    read() {
      enter('message');
      this.push(email.bytes);
      this.push(null);
    },
  }).once('end', () => {
    enter('finalDot');
    afterFinalDot = true;
  });
  // What nodemailer's transport uses of its own message, which would read the stream too early.
  const mail = {
    data: { signal },
    message: {
      getEnvelope: () => ({ from: email.from, to: [to], size: email.bytes.length }),
      messageId: () => email.parts.key,
      createReadStream: () => {
        enter('envelope');
        return message;
      },
    },
  } as unknown as Parameters<SMTPTransport['send']>[0];
  try {
    await new Promise<void>((resolve, reject) => {
      new SMTPTransport(options).send(mail, (error) => (error ? reject(error) : resolve()));
    });
    return { outcome: 'accepted', resultCode: '250' };
  } catch (error) {
    return classifySmtpError(signal.aborted ? signal.reason : error, afterFinalDot, options.name);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Uses STARTTLS wherever it is offered. Passwords only go over encrypted connections, except on loopback, where
 * nobody can eavesdrop, and where mail servers rarely have a certificate for the name they are reached by.
 */
function optionsFor(
  server: SmtpServer,
  siteUrl: string | undefined,
  signal: AbortSignal,
): SMTPTransportOptions {
  const { host, port, secure, login } = server;
  const isLocal = isLoopback(host);
  return {
    host,
    port,
    secure,
    name: ownName(siteUrl),
    requireTLS: !secure && login !== undefined && !isLocal,
    tls: { rejectUnauthorized: !isLocal },
    ...(login ? { auth: login, forceAuth: true } : {}),
    getSocket: (_, done) => openSocket(server, signal, done),
    connectionTimeout: limits.greeting,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.finalDot,
  };
}

/**
 * Relays that know their clients by name refuse one without a domain. Undefined leaves it to nodemailer: this
 * machine's name if that has a domain, otherwise an address.
 */
function ownName(siteUrl: string | undefined): string | undefined {
  const host = siteUrl === undefined ? '' : new URL(siteUrl).hostname;
  return /\.[a-z][^.]*$/i.test(host) ? host : undefined;
}

/**
 * Tries each address of the host in turn, as the system resolves it: nodemailer's own resolver ignores
 * /etc/hosts, and remembers for five minutes.
 */
function openSocket(
  { host, port }: SmtpServer,
  signal: AbortSignal,
  done: Parameters<NonNullable<SMTPTransportOptions['getSocket']>>[1],
): void {
  const attempts = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: limits.connecting / 3 };
  const socket = connect({ host, port, ...attempts });
  const abort = () => socket.destroy();
  signal.addEventListener('abort', abort);
  socket.setTimeout(limits.connecting, () => socket.destroy(timeoutError()));
  socket.once('error', done).once('connect', () => {
    signal.removeEventListener('abort', abort);
    socket.removeAllListeners('timeout').removeListener('error', done);
    done(null, { connection: socket });
  });
}

function timeoutError(): Error {
  return Object.assign(new Error('The mail server took too long.'), { code: 'ETIMEDOUT' });
}
