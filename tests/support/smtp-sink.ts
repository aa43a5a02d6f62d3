import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** How the mail server handles the next emails. After the final dot it has accepted the whole email. */
export type Behavior =
  | 'accept'
  | 'refuse for now'
  | 'refuse for good'
  | 'drop before DATA'
  | 'drop after the final dot'
  | 'silent after the final dot'
  | 'slow';

/** Milliseconds until the reply to an email, when it is slow. */
const slowness = 3_000;

export interface SunkMail extends Email {
  /** The raw message. */
  raw: string;
  envelope: { from: string; to: string[] };
}

export type SmtpSink = Awaited<ReturnType<typeof startSmtpSink>>;

/** A real SMTP server on 127.0.0.1 that records every fully received email, acknowledged or not. */
export async function startSmtpSink() {
  const mails: SunkMail[] = [];
  let behavior: Behavior = 'accept';
  const refused = new Map<string, number>();
  const listeners: (() => void)[] = [];

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, session, callback) {
      const refusals: Record<string, number> = { 'refuse for now': 451, 'refuse for good': 550 };
      const responseCode = refused.get(address) || refusals[behavior];
      if (behavior === 'drop before DATA') breakLine(session);
      else callback(responseCode ? Object.assign(new Error('Not this one'), { responseCode }) : null);
    },
    async onData(stream, session, callback) {
      const bytes = await buffer(stream).catch(() => undefined);
      // The client may disconnect mid-email.
      if (bytes === undefined) return;
      const { mailFrom, rcptTo } = session.envelope;
      mails.push({
        ...(await PostalMime.parse(bytes)),
        raw: bytes.toString('latin1'),
        envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
      });
      if (behavior === 'drop after the final dot') breakLine(session);
      else if (behavior === 'slow') setTimeout(callback, slowness);
      else if (behavior !== 'silent after the final dot') callback();
      for (const look of listeners.splice(0)) look();
    },
  });
  server.on('error', () => {
    // Clients that disconnect mid-email are part of the tests.
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;

  return {
    /** The value for SMTP_URL. */
    url: `smtp://127.0.0.1:${port}`,
    port,
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

  /** smtp-server has no public API for disconnecting during a command. */
  function breakLine({ id }: SMTPServerSession): void {
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>) {
      if (connection.id === id) connection._socket.destroy();
    }
  }
}
