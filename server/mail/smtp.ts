import { connect } from 'node:net';
import { Readable } from 'node:stream';
import SMTPTransport, { type SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';
import type { SmtpServer } from '../setting-schemas.ts';
import { isLoopback } from '../url-parts.ts';
import { classifySmtpError } from './classify-smtp-error.ts';
import type { Attempt, Email, Transport } from './transport.ts';

const minute = 60_000;

/**
 * How long each phase of an attempt may take, in milliseconds. But for the connection, these are the least
 * times that a client grants a server (RFC 5321, 4.5.3.2): one that filters an email before it replies to the
 * final dot has then accepted it, and would get it again.
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

type Phase = keyof typeof limits;

/** One connection per email: requests are rare, so a pooled connection would have gone stale. */
export function smtpTransport(server: SmtpServer, siteUrl: string | undefined): Transport {
  return { delivers: true, send: (email, to, signal) => send(server, siteUrl, email, to, signal) };
}

async function send(
  server: SmtpServer,
  siteUrl: string | undefined,
  email: Email,
  to: string,
  signal: AbortSignal,
): Promise<Attempt> {
  const late = new AbortController();
  const ending = AbortSignal.any([signal, late.signal]);
  let phase: Phase = 'greeting';
  let timer: NodeJS.Timeout | undefined;
  const enter = (next: Phase) => {
    phase = next;
    clearTimeout(timer);
    timer = setTimeout(() => late.abort(timeoutError()), limits[next]);
  };
  // nodemailer reports the same error for connections lost before DATA and after the final dot. It reads the
  // message only after the server's 354, and writes the final dot when the stream ends.
  const message = new Readable({
    read() {
      enter('message');
      this.push(email.bytes);
      this.push(null);
    },
  });
  message.once('end', () => enter('finalDot'));
  const mail = {
    data: { signal: ending },
    message: {
      getEnvelope: () => ({ from: email.from, to: [to], size: email.bytes.length }),
      messageId: () => email.parts.key,
      createReadStream: () => {
        enter('envelope');
        return message;
      },
    },
  };
  const options = optionsFor(server, siteUrl, ending);
  try {
    enter('greeting');
    await new Promise<void>((resolve, reject) => {
      // The part of nodemailer's message that its transport uses: a whole one reads its stream too early.
      new SMTPTransport(options).send(mail as unknown as Parameters<SMTPTransport['send']>[0], (error) =>
        error ? reject(error) : resolve(),
      );
    });
    return { outcome: 'accepted', resultCode: '250' };
  } catch (error) {
    return classifySmtpError(ending.aborted ? ending.reason : error, phase === 'finalDot', options.name);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Connects and logs in as for an email, and sends none. Returns why that fails, in words, or undefined if it
 * does not.
 */
export async function checkSmtpLogin(
  server: SmtpServer,
  siteUrl: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const options = optionsFor(server, siteUrl, signal);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(timeoutError()));
  });
  try {
    await Promise.race([new SMTPTransport(options).verify(), aborted]);
    return undefined;
  } catch (error) {
    const { cause, resultCode } = classifySmtpError(error, false, options.name);
    return cause ?? resultCode;
  }
}

/**
 * Uses STARTTLS wherever it is offered. Passwords only go over encrypted connections, except on loopback, where
 * nobody can eavesdrop, and where mail servers rarely have a certificate for the name they are reached by.
 */
export function optionsFor(
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
 * What EHLO says: relays that know their clients by name refuse one without a domain. Undefined leaves it to
 * nodemailer: this machine's name if that has a domain, otherwise an address.
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
  const socket = connect({
    host,
    port,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: limits.connecting / 3,
  });
  const abort = () => socket.destroy();
  signal.addEventListener('abort', abort);
  socket.setTimeout(limits.connecting, () => socket.destroy(timeoutError()));
  socket.once('error', done);
  socket.once('connect', () => {
    signal.removeEventListener('abort', abort);
    socket.removeAllListeners('timeout').removeListener('error', done);
    done(null, { connection: socket });
  });
}

function timeoutError(): Error {
  return Object.assign(new Error('The mail server took too long.'), { code: 'ETIMEDOUT' });
}
