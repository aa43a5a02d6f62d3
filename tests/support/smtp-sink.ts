import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** How the mail server treats the next mails. */
export type Behavior =
  | 'accept'
  | 'refuse for now'
  | 'refuse for good'
  | 'drop before DATA'
  /** Takes the whole mail, then breaks the line instead of answering. */
  | 'drop after the final dot'
  /** Takes the whole mail and never answers. */
  | 'silent after the final dot'
  /** Takes its time before it says that it has taken the mail. */
  | 'slow';

/** Milliseconds. */
const slowness = 3_000;

export interface SunkMail extends Email {
  /** The message as it came over the line. */
  raw: string;
  envelope: { from: string; to: string[] };
}

export type SmtpSink = Awaited<ReturnType<typeof startSmtpSink>>;

/** A real SMTP server on 127.0.0.1 that keeps every mail it was given in full, answered or not. */
export async function startSmtpSink(port = 0) {
  const mails: SunkMail[] = [];
  let behavior: Behavior = 'accept';
  const refused = new Map<string, number>();
  let listeners: (() => void)[] = [];

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, session, callback) {
      const responseCode = refused.get(address);
      if (responseCode) {
        callback(Object.assign(new Error('Not this one'), { responseCode }));
      } else if (behavior === 'refuse for now') {
        callback(Object.assign(new Error('Try again later'), { responseCode: 451 }));
      } else if (behavior === 'refuse for good') {
        callback(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
      } else if (behavior === 'drop before DATA') {
        breakLine(session);
      } else {
        callback();
      }
    },
    async onData(stream, session, callback) {
      const bytes = await buffer(stream).catch(() => undefined);
      if (bytes === undefined) {
        return; // The client went away in the middle: this is no mail.
      }
      await keep(bytes, session);
      if (behavior === 'drop after the final dot') {
        breakLine(session);
      } else if (behavior === 'slow') {
        setTimeout(callback, slowness);
      } else if (behavior !== 'silent after the final dot') {
        callback();
      }
      notify();
    },
  });
  server.on('error', () => {
    // A client that goes away in the middle is part of the tests.
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: ownPort } = server.server.address() as AddressInfo;

  return {
    /** The value for SMTP_URL. */
    url: `smtp://127.0.0.1:${ownPort}`,
    port: ownPort,
    /** Every mail given in full, oldest first; a repeat stands here twice. */
    mails,
    behave(next: Behavior) {
      behavior = next;
    },
    /** Refuses one address with a reply code, until it is accepted again (0). */
    refuse(address: string, responseCode: number) {
      refused.set(address, responseCode);
    },
    /** Resolves with all mails once there are `count` of them. */
    received(count: number): Promise<SunkMail[]> {
      return new Promise((resolve) => {
        const look = () => (mails.length >= count ? resolve(mails) : listeners.push(look));
        look();
      });
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };

  async function keep(bytes: Buffer, { envelope }: SMTPServerSession): Promise<void> {
    const { mailFrom, rcptTo } = envelope;
    mails.push({
      ...(await PostalMime.parse(bytes)),
      raw: bytes.toString('latin1'),
      envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
    });
  }

  function notify(): void {
    const waiting = listeners;
    listeners = [];
    for (const look of waiting) {
      look();
    }
  }

  /** smtp-server has no public way to break a line in the middle of a command. */
  function breakLine({ id }: SMTPServerSession): void {
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>) {
      if (connection.id === id) {
        connection._socket.destroy();
      }
    }
  }
}
