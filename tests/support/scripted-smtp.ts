import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

interface Script {
  /** The reply to a command, instead of the usual one. The final dot of an email is the command ".". */
  reply?(command: string, isEncrypted: boolean): string | undefined | Promise<string | undefined>;
  /** What EHLO offers besides. */
  offers?: string[];
  /** Key and certificate, in PEM. Without them there is no STARTTLS. */
  tls?: { key: string | Buffer; cert: string | Buffer };
  host?: string;
}

export type ScriptedSmtp = Awaited<ReturnType<typeof startScriptedSmtp>>;

/** A mail server on loopback that says what a test wants, and records what it is told. */
export async function startScriptedSmtp({ reply, offers = [], tls, host = '127.0.0.1' }: Script = {}) {
  const commands: string[] = [];
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  const context = tls && createSecureContext(tls);
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.write('220 mail.example ESMTP\r\n');
    converse(socket, false);
  });
  server.listen(0, host);
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    commands,
    messages,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };

  function converse(socket: Socket, isEncrypted: boolean): void {
    let buffer = '';
    let inMessage = false;
    let queue = Promise.resolve();
    const say = (text: string) => socket.write(`${text.replaceAll('\n', '\r\n')}\r\n`);
    socket.setEncoding('latin1').on('data', (chunk) => {
      buffer += chunk;
      queue = queue.then(work);
    });

    async function work(): Promise<void> {
      for (;;) {
        const at = buffer.indexOf(inMessage ? '\r\n.\r\n' : '\r\n');
        if (at < 0) {
          return;
        }
        const text = buffer.slice(0, at);
        buffer = buffer.slice(at + (inMessage ? 5 : 2));
        const command = inMessage ? '.' : text;
        (inMessage ? messages : commands).push(text);
        inMessage = false;
        const own = await reply?.(command, isEncrypted);
        if (own === 'hang up') {
          socket.destroy();
          return;
        } else if (own === undefined && command === 'STARTTLS' && context) {
          say('220 Go ahead');
          socket.removeAllListeners('data');
          const encrypted = new TLSSocket(socket, { isServer: true, secureContext: context });
          encrypted.on('error', () => undefined);
          converse(encrypted, true);
          return;
        }
        const answer = own ?? usualReply(command, isEncrypted);
        inMessage = answer.startsWith('354');
        say(answer);
      }
    }
  }

  function usualReply(command: string, isEncrypted: boolean): string {
    switch (command.slice(0, 4).toUpperCase()) {
      case 'EHLO': {
        const extensions = [...offers, ...(context && !isEncrypted ? ['STARTTLS'] : [])];
        return ['mail.example', ...extensions]
          .map((line, index) => `250${index < extensions.length ? '-' : ' '}${line}`)
          .join('\n');
      }
      case 'AUTH':
        return '235 Accepted';
      case 'DATA':
        return '354 Go ahead';
      default:
        return '250 OK';
    }
  }
}
