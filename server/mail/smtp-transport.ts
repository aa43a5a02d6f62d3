import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from '../setting-values.ts';
import { judgeFault } from './judge-fault.ts';
import { encryption } from './smtp-encryption.ts';
import type { Attempt, Mail, Transport } from './transport.ts';

/** One connection a mail: requests are rare, and a kept connection would be found dead. */
export function smtpTransport(server: SmtpServer): Transport {
  return { delivers: true, send: (mail, signal) => send(server, mail, signal) };
}

/** Milliseconds without a sound from the server. The whole attempt ends with the caller's signal. */
const silence = 40_000;

async function send(server: SmtpServer, mail: Mail, signal: AbortSignal): Promise<Attempt> {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.secure,
    ...encryption(server),
    connectionTimeout: silence,
    greetingTimeout: silence,
    socketTimeout: silence,
  });
  // nodemailer reports a drop before DATA and one after the final dot alike. It reads the message
  // only after the server's 354, and writes the final dot when it has read the end.
  const message = Readable.from([mail.bytes], { objectMode: false });
  let finalDot = false;
  message.once('end', () => {
    finalDot = true;
  });
  try {
    await Promise.race([breakdown(connection, signal), converse(connection, server, mail, message)]);
    connection.quit();
    return { outcome: 'accepted', answer: '250' };
  } catch (error) {
    connection.close();
    return judgeFault(error, finalDot);
  }
}

function breakdown(connection: SMTPConnection, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    connection.on('error', reject);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

async function converse(connection: SMTPConnection, server: SmtpServer, mail: Mail, message: Readable) {
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  if (server.login) {
    const login = server.login;
    await new Promise<void>((resolve, reject) => {
      connection.login(login, (error) => (error ? reject(error) : resolve()));
    });
  }
  await new Promise<void>((resolve, reject) => {
    const envelope = { from: mail.from, to: [mail.to], size: mail.bytes.length };
    connection.send(envelope, message, (error) => (error ? reject(error) : resolve()));
  });
}
