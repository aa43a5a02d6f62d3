import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** How the mail server handles the next emails. */
export type Behavior =
  | 'accept'
  | 'refuse for now'
  | 'refuse for good'
  | 'drop before DATA'
  /** Accepts the whole email, then disconnects instead of replying. */
  | 'drop after the final dot'
  /** Accepts the whole email and never replies. */
  | 'silent after the final dot'
  /** Delays the reply to the email. */
  | 'slow';

/** Milliseconds. */
const slowness = 3_000;

export interface SunkMail extends Email {
  /** The raw message. */
  raw: string;
  envelope: { from: string; to: string[] };
}

export type SmtpSink = Awaited<ReturnType<typeof startSmtpSink>>;

/** A real SMTP server on 127.0.0.1 that records every fully received email, acknowledged or not. */
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
        return; // The client disconnected mid-email: ignore it.
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
    // Clients that disconnect mid-email are part of the tests.
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: ownPort } = server.server.address() as AddressInfo;

  return {
    /** The value for SMTP_URL. */
    url: `smtp://127.0.0.1:${ownPort}`,
    port: ownPort,
    /** Every fully received email, oldest first, including repeats. */
    mails,
    behave(next: Behavior) {
      behavior = next;
    },
    /** Refuses one recipient with a reply code; 0 accepts it again. */
    refuse(address: string, responseCode: number) {
      refused.set(address, responseCode);
    },
    /** Resolves with all emails once there are `count` of them. */
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

  /** smtp-server has no public API for disconnecting during a command. */
  function breakLine({ id }: SMTPServerSession): void {
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>) {
      if (connection.id === id) {
        connection._socket.destroy();
      }
    }
  }
}
