import { createServer, type IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../scripts/time-limits.mjs';
import { hasCaddy, type RunningCaddy, startCaddy } from './support/caddy.ts';

// What deploy/Caddyfile promises, tried with Caddy itself in front of a server that misbehaves.

/** Everything that a log could keep of a visitor. */
const visitor = {
  address: '127.0.0.99',
  path: '/functions/v1/acknowledge?token=zzsecret',
  headers: {
    'User-Agent': 'zzagent',
    Referer: 'https://zzreferrer.example/',
    'X-Forwarded-For': '192.0.2.77',
    Cookie: 'zzcookie',
  },
};
const traces = /zz|127\.0\.0\.99|192\.0\.2\.77|acknowledge/i;

let proxy: RunningCaddy;
const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

/** The status, or undefined if there was no whole response. `gaveUp` is aborted when the visitor leaves. */
function ask(method: string, gaveUp?: AbortSignal): Promise<number | undefined> {
  const { address: localAddress, path, headers } = visitor;
  const options = { host: '127.0.0.1', servername: 'localhost', port: proxy.port, ca: proxy.authority };
  return new Promise((resolve) => {
    const agent = new Agent({ keepAlive: false });
    const sent = request(
      {
        ...options,
        agent,
        localAddress,
        path,
        method,
        headers: { ...headers, Host: `localhost:${proxy.port}` },
      },
      (answer: IncomingMessage) => {
        text(answer).then(
          () => resolve(answer.statusCode),
          () => resolve(undefined),
        );
      },
    );
    sent.once('error', () => resolve(undefined));
    gaveUp?.addEventListener('abort', () => sent.destroy());
    sent.end(method === 'POST' ? 'message=zzmessage' : undefined);
  });
}

describe.skipIf(!hasCaddy)('Caddy logs nothing about visitors', () => {
  /** How a server may fail, by what it does with a connection on which something arrives. */
  const failures: Record<string, (connection: Socket) => void> = {
    'closes connections': (connection) => connection.destroy(),
    'breaks off in the middle': (connection) =>
      connection.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nthe beginning'),
    'does not speak HTTP': (connection) => connection.end('zzserver\r\n\r\n'),
  };

  test.each(Object.keys(failures))('when the server %s', async (name) => {
    const server = createTcpServer((connection) => {
      connection.on('error', () => undefined);
      connection.once('data', () => failures[name]?.(connection));
    });
    proxy = await startCaddy(await listen(server));
    expect(await ask('GET')).not.toBe(200);
    expect(await ask('POST')).not.toBe(200);
    await expectNoTraces();
  });

  test('when the server hangs until the visitor leaves', async () => {
    const leave = new AbortController();
    const server = createTcpServer((connection) => {
      connection.on('error', () => undefined);
      connection.once('data', () => leave.abort());
      closing.push(() => connection.destroy());
    });
    proxy = await startCaddy(await listen(server));
    expect(await ask('POST', leave.signal)).toBeUndefined();
    await expectNoTraces();
  });

  test('while the server is down, whatever arrives and whoever sends it', async () => {
    const server = createTcpServer();
    const url = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    proxy = await startCaddy(url, { 'lb_try_duration 5s': 'lb_try_duration 300ms' });
    expect(await ask('GET')).toBe(502);
    expect(await ask('POST')).toBe(502);
    const { address: localAddress } = visitor;
    const said = [
      `GET ${visitor.path} HTTP/1.1\r\nHost: zz.example\r\nUser-Agent: zzagent\r\nConnection: close\r\n\r\n`,
      'GET /.well-known/acme-challenge/zzsecret HTTP/1.1\r\nHost: zz.example\r\nConnection: close\r\n\r\n',
      'zzgarbage\r\n\r\n',
    ];
    for (const bytes of said) {
      for (const port of [proxy.port, proxy.httpPort]) {
        const connection = connect({ port, host: '127.0.0.1', localAddress });
        connection.write(bytes);
        await ended(connection);
      }
      await ended(overTls('localhost', bytes));
    }
    await ended(overTls('zz.example', ''));
    await expectNoTraces();
  });

  function overTls(servername: string, bytes: string): Socket {
    const socket = connect({ port: proxy.port, host: '127.0.0.1', localAddress: visitor.address });
    const connection = connectTls({ socket, servername, rejectUnauthorized: false }, () =>
      connection.write(bytes),
    );
    return connection;
  }

  /** Stops Caddy, so that there is nothing more to come, and reads all that it has written. */
  async function expectNoTraces(): Promise<void> {
    const output = await proxy.stop();
    expect(output).toContain('shutdown complete');
    expect(output.split('\n').filter((line) => traces.test(line))).toEqual([]);
  }
});

function ended(connection: Socket): Promise<void> {
  connection.on('error', () => undefined);
  connection.resume();
  return new Promise((resolve) => connection.once('close', () => resolve()));
}

describe.skipIf(!hasCaddy)('Caddy cuts off', () => {
  /** The limits of the Caddyfile, in a fraction of the time. */
  const short = {
    'read_header 10s': 'read_header 300ms',
    'read_body 20s': 'read_body 600ms',
    'write 5m': 'write 1s',
    'idle 1m': 'idle 400ms',
  };
  const host = 'Host: localhost';
  const post = `POST / HTTP/1.1\r\n${host}\r\n`;
  const tls = () =>
    connectTls({ port: proxy.port, host: '127.0.0.1', servername: 'localhost', ca: proxy.authority });
  const plain = () => connect(proxy.httpPort, '127.0.0.1');

  test('clients who send too slowly, or nothing', async () => {
    const server = createServer((incoming, response) => {
      incoming.resume();
      incoming.once('end', () => response.end('hello'));
    });
    proxy = await startCaddy(await listen(server), short);
    closing.push(() => proxy.stop());
    const clients: [what: string, first: string, more: string][] = [
      ['who never finish their headers', `GET / HTTP/1.1\r\n${host}\r\nX: `, 'a'],
      ['who stop within their headers', 'GET / HTTP/1.1\r\n', ''],
      ['who say nothing', '', ''],
      ['who never finish a body', `${post}Content-Length: 100000\r\n\r\n`, 'a'],
      ['who send chunks for ever', `${post}Transfer-Encoding: chunked\r\n\r\n`, '1\r\na\r\n'],
      ['who are idle after a response', `GET / HTTP/1.1\r\n${host}\r\n\r\n`, ''],
    ];
    const stillOpen = new Set(['who never begin TLS', ...clients.map(([what]) => what)]);
    const cut = clients.map(async ([what, first, more]) => {
      await Promise.all(
        [tls(), plain()].map((connection) => {
          connection.write(first);
          const dripping = setInterval(() => connection.writable && more && connection.write(more), 50);
          return ended(connection).finally(() => clearInterval(dripping));
        }),
      );
      stillOpen.delete(what);
    });
    cut.push(
      ended(connect(proxy.port, '127.0.0.1')).then(() => void stillOpen.delete('who never begin TLS')),
    );
    await vi.waitFor(() => expect([...stillOpen]).toEqual([]), { timeout: limits.awaited });
    await Promise.all(cut);
  });

  test('clients who do not read their response', async () => {
    const cut = Promise.withResolvers<void>();
    const server = createServer((_, response) => {
      const write = () => {
        while (response.write('x'.repeat(65_536)));
      };
      response.on('drain', write).once('close', cut.resolve);
      write();
    });
    proxy = await startCaddy(await listen(server), short);
    closing.push(() => proxy.stop());
    const client = tls();
    client.once('secureConnect', () => client.write(`GET / HTTP/1.1\r\n${host}:${proxy.port}\r\n\r\n`));
    client.on('error', () => undefined);
    client.pause();
    closing.push(() => client.destroy());
    await cut.promise;
  });
});
