import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { createSecureContext, TLSSocket } from 'node:tls';
import PostalMime, { type Email } from 'postal-mime';

/** The mail server's behaviors: its reply to a command. The command "." is an email's final dot. */
const behaviors = {
  accept: ['', ''],
  'refuse for now': ['RCPT', '451 Not now'],
  'refuse for good': ['RCPT', '550 Not this one'],
  'drop before DATA': ['RCPT', 'hang up'],
  'drop after the final dot': ['.', 'hang up'],
  'silent after the final dot': ['.', 'say nothing'],
} as const;

export type Behavior = keyof typeof behaviors;

/** An email that the mail server received, with its envelope. */
export interface CapturedEmail extends Email {
  envelope: { from: string; to: string[] };
}

interface Script {
  /** Returns a reply to a command, or undefined for the usual reply. */
  reply?(command: string, isEncrypted: boolean): string | undefined;
  /** Additional lines in the reply to EHLO. */
  offers?: string[];
  /** The key and certificate in PEM. Without them, the server doesn't offer STARTTLS. */
  tls?: { key: string | Buffer; cert: string | Buffer };
}

interface Hold {
  command: string;
  reach(): void;
  released: Promise<void>;
}

export type SmtpSink = Awaited<ReturnType<typeof startSmtpSink>>;

/** Starts a mail server on 127.0.0.1 that records every fully received email, acknowledged or not. */
export async function startSmtpSink({ reply, offers = [], tls }: Script = {}) {
  const mails: CapturedEmail[] = [];
  const commands: string[] = [];
  const arrived = new EventEmitter().setMaxListeners(0);
  const sockets = new Set<Socket>();
  const secureContext = tls && createSecureContext(tls);
  let behavior: Behavior = 'accept';
  let hold: Hold | undefined;

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.write('220 mail.example ESMTP\r\n');
    converse(socket, false).catch((error: unknown) => {
      // Some tests disconnect during an email.
      if (error !== socket.errored) {
        throw error;
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    /** The value for SMTP_URL. */
    url: `smtp://127.0.0.1:${port}`,
    port,
    /** Every fully received email, oldest first, including repeats. */
    mails,
    /** Every line that clients sent, except emails. */
    commands,
    behave(next: Behavior) {
      behavior = next;
    },
    /** Pauses the next conversation before the reply to a command, until `letGo` is called. */
    holdAt(command: string) {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      hold = { command, reach: reached.resolve, released: released.promise };
      return { reached: reached.promise, letGo: released.resolve };
    },
    /** Resolves with all emails once `count` have arrived. */
    async received(count: number): Promise<CapturedEmail[]> {
      while (mails.length < count) {
        await once(arrived, 'mail');
      }
      return mails;
    },
    async stop() {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function converse(socket: Socket, isEncrypted: boolean): Promise<void> {
    let envelope: CapturedEmail['envelope'] = { from: '', to: [] };
    let message: string[] | undefined;
    const input = socket.setEncoding('latin1');
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (message && line !== '.') {
        // The client doubles a dot that begins a line (RFC 5321, 4.5.2).
        message.push(line.replace(/^\./, ''));
        continue;
      }
      if (message) {
        await keep(`${message.join('\r\n')}\r\n`, envelope);
        message = undefined;
      } else {
        commands.push(line);
      }
      if (hold && line.startsWith(hold.command)) {
        const { reach, released } = hold;
        hold = undefined;
        reach();
        await released;
      }
      const answer = replyTo(line, isEncrypted);
      if (answer === 'say nothing') {
        continue;
      }
      if (answer === 'hang up') {
        socket.destroy();
        return;
      }
      socket.write(`${answer.replaceAll('\n', '\r\n')}\r\n`);
      const [, address = ''] = /<(.*?)>/.exec(line) ?? [];
      if (line.startsWith('MAIL')) {
        envelope = { from: address, to: [] };
      }
      if (line.startsWith('RCPT') && answer.startsWith('250')) {
        envelope.to.push(address);
      }
      if (answer.startsWith('354')) {
        message = [];
      }
      if (line === 'STARTTLS' && answer.startsWith('220')) {
        break;
      }
    }
    if (socket.destroyed || !secureContext || isEncrypted) {
      return;
    }
    const encrypted = new TLSSocket(socket, { isServer: true, secureContext });
    encrypted.on('error', () => undefined);
    await converse(encrypted, true);
  }

  async function keep(raw: string, envelope: CapturedEmail['envelope']): Promise<void> {
    mails.push({ ...(await PostalMime.parse(Buffer.from(raw, 'latin1'))), envelope });
    arrived.emit('mail');
  }

  function replyTo(command: string, isEncrypted: boolean): string {
    const [to, answer] = behaviors[behavior];
    if (to && command.startsWith(to)) {
      return answer;
    }
    const scripted = reply?.(command, isEncrypted);
    if (scripted !== undefined) {
      return scripted;
    }
    const verb = command.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') {
      const startTls = secureContext && !isEncrypted ? ['STARTTLS'] : [];
      const lines = ['mail.example', '8BITMIME', ...offers, ...startTls];
      return [...lines.map((line) => `250-${line}`), '250 SMTPUTF8'].join('\n');
    }
    if (verb === 'STAR') {
      return secureContext ? '220 Go ahead' : '502 Not implemented';
    }
    const replies: Record<string, string> = { AUTH: '235 Accepted', DATA: '354 Go ahead' };
    return replies[verb] ?? '250 OK';
  }
}
