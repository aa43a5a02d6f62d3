import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { contactPath } from '../contract/contact-fields.ts';
import { hasCaddy, startCaddy } from './support/caddy.ts';
import { exampleRequest } from './support/example-request.ts';
import { type InProcessServer, startInProcess } from './support/start-in-process.ts';

// These tests check the promises in deploy/Caddyfile with Caddy itself, if it is installed.

let proxy: Awaited<ReturnType<typeof startCaddy>>;
const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) {
    close();
  }
});

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

/** A visitor's request and the host name that they type. */
interface VisitorRequest extends RequestOptions {
  headers?: Record<string, string>;
  body?: string;
  name?: string;
}

/** Sends a request over verified TLS. Rejects if the response is missing or incomplete. */
async function ask(path: string, { headers, body, name = 'localhost', ...options }: VisitorRequest = {}) {
  const { port, authority: ca } = proxy;
  const sent = request({
    ...options,
    ...{ host: '127.0.0.1', port, servername: name, ca, path, agent: new Agent({ keepAlive: false }) },
    headers: { Host: `${name}:${port}`, ...headers },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(body);
  const [answer] = await answered;
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}

describe.skipIf(!hasCaddy)('in front of the server, Caddy', () => {
  let server: InProcessServer;

  beforeAll(async () => {
    const env = { LIMITS: 'on', TRUSTED_PROXY_HOPS: '1', SITE_URL: 'https://localhost' };
    server = await startInProcess(env);
    proxy = await startCaddy(server.url);
  });
  afterAll(async () => {
    await proxy.stop();
    await server.stop();
  });

  test("keeps the server's Brotli and headers, and offers HTTP/3", async () => {
    const headers = { 'Accept-Encoding': 'br' };
    const direct = await fetch(server.url, { headers });
    const { headers: proxied } = await ask('/', { headers });
    const expected = Object.fromEntries(direct.headers);
    for (const name of ['connection', 'keep-alive', 'date', 'transfer-encoding']) {
      delete expected[name];
    }
    expect(proxied).toMatchObject(expected);
    expect(proxied['content-encoding']).toBe('br');
    const added = Object.keys(proxied).filter((name) => !direct.headers.has(name));
    expect(added.filter((name) => name !== 'connection')).toEqual(['alt-svc']);
  });

  test("passes on Host and the visitor's real address", async () => {
    const post = async (message: string, options: VisitorRequest = {}) => {
      const origin = `https://localhost:${proxy.port}`;
      const headers = { Origin: origin, 'Content-Type': 'application/json', ...options.headers };
      const body = JSON.stringify({ ...exampleRequest, message });
      return (await ask(contactPath, { ...options, method: 'POST', headers, body })).status;
    };
    const statuses = new Set<number>();
    for (let number = 0; number < 12; number += 1) {
      const headers = { 'X-Forwarded-For': `192.0.2.${number}` };
      expect(JSON.parse((await ask('/healthz', { headers })).body)).toMatchObject({ proxies: 1 });
      statuses.add(await post(`disguised ${number}`, { headers }));
    }
    expect([...statuses]).toEqual([200, 429]);
    expect(await post('another visitor', { localAddress: '127.0.0.98' })).toBe(200);
  });

  test('redirects both names to the site, with and without TLS', async () => {
    const location = `https://localhost:${proxy.port}/about?a=b`;
    const moved = { status: 301, headers: expect.objectContaining({ location }) };
    expect(await ask('/about?a=b', { name: 'www.localhost' })).toMatchObject(moved);
    for (const host of ['localhost', 'www.localhost']) {
      const options = {
        host: '127.0.0.1',
        port: proxy.httpPort,
        path: '/about?a=b',
        headers: { Host: host },
      };
      const [answer] = (await once(get(options), 'response')) as [IncomingMessage];
      answer.resume();
      expect({ status: answer.statusCode, headers: answer.headers }).toEqual(moved);
    }
  });

  test('holds page requests while the server restarts', async () => {
    const { port } = new URL(server.url);
    const stopped = once(server.server.close(), 'close');
    server.server.closeAllConnections();
    await stopped;
    const response = ask('/');
    server.server.listen(Number(port), '127.0.0.1');
    expect((await response).status).toBe(200);
  });
});

describe.skipIf(!hasCaddy)('Caddy logs nothing about visitors', () => {
  /** Everything about a visitor that a log could keep. */
  const path = '/functions/v1/acknowledge?token=zzsecret';
  const visitor = {
    localAddress: '127.0.0.99',
    headers: {
      'User-Agent': 'zzagent',
      Referer: 'https://zzreferrer.example/',
      'X-Forwarded-For': '192.0.2.77',
      Cookie: 'zzcookie',
    },
  };
  // The names of temporary files may contain zz, too.
  const traces = /zz[a-z]{5}|zz\.example|127\.0\.0\.99|192\.0\.2\.77|acknowledge/i;

  test('when the server stops in the middle or hangs until the visitor leaves', async () => {
    const leave = new AbortController();
    const server = createTcpServer((connection) => {
      connection.on('error', () => undefined);
      connection.once('data', (bytes) => {
        closing.push(() => connection.destroy());
        if (bytes.includes('POST')) {
          leave.abort();
        } else {
          connection.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nthe beginning');
        }
      });
    });
    proxy = await startCaddy(await listen(server));
    await expect(ask(path, visitor)).rejects.toThrow();
    const { signal } = leave;
    await expect(
      ask(path, { ...visitor, method: 'POST', body: 'message=zzmessage', signal }),
    ).rejects.toThrow();
    await expectNoTraces();
  });

  test('while the server is down', async () => {
    const server = createTcpServer();
    const url = await listen(server);
    await once(server.close(), 'close');
    proxy = await startCaddy(url, { 'lb_try_duration 10s': 'lb_try_duration 300ms' });
    expect((await ask(path, visitor)).status).toBe(502);
    for (const bytes of [
      `GET ${path} HTTP/1.1\r\nHost: zz.example\r\nUser-Agent: zzagent\r\nConnection: close\r\n\r\n`,
      'GET /.well-known/acme-challenge/zzsecret HTTP/1.1\r\nHost: zz.example\r\nConnection: close\r\n\r\n',
      'zzgarbage\r\n\r\n',
    ]) {
      for (const port of [proxy.port, proxy.httpPort]) {
        const connection = connect({ port, host: '127.0.0.1', localAddress: visitor.localAddress });
        connection.write(bytes);
        await ended(connection);
      }
    }
    const stranger = { servername: 'zz.example', rejectUnauthorized: false };
    await ended(connectTls({ port: proxy.port, host: '127.0.0.1', ...stranger }));
    await expectNoTraces();
  });

  /** Stops Caddy, which completes its log, and expects no trace of the visitor in the whole output. */
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

test.skipIf(!hasCaddy)('Caddy cuts off slow and silent clients', async () => {
  const unread = Promise.withResolvers<void>();
  let isAnswering = false;
  const server = createServer((incoming, response) => {
    incoming.resume();
    incoming.once('end', () => {
      isAnswering ||= incoming.url === '/endless';
      if (incoming.url === '/endless') {
        pipeline(Readable.from(endless()), response, () => unread.resolve());
      } else {
        response.end('hello');
      }
    });
  });
  // These are the Caddyfile's limits, shortened for the test.
  proxy = await startCaddy(await listen(server), {
    'read_header 10s': 'read_header 300ms',
    'read_body 25s': 'read_body 600ms',
    'write 5m': 'write 1s',
    'idle 1m': 'idle 400ms',
  });
  closing.push(() => proxy.stop());
  const secure = { port: proxy.port, host: '127.0.0.1', servername: 'localhost', ca: proxy.authority };
  const host = 'Host: localhost\r\n';
  /** The first bytes of slow and silent clients, and the bytes that they keep sending. */
  const clients: Record<string, [first: string, more?: string]> = {
    'never finish their headers': [`GET / HTTP/1.1\r\n${host}X: `, 'a'],
    'send nothing': [''],
    'never finish a body': [`POST / HTTP/1.1\r\n${host}Content-Length: 100000\r\n\r\n`, 'a'],
    'are idle after a response': [`GET / HTTP/1.1\r\n${host}\r\n`],
  };
  const cut = Object.values(clients).flatMap(([first, more = '']) =>
    [connectTls(secure), connect(proxy.httpPort, '127.0.0.1')].map((connection) => {
      connection.write(first);
      const dripping = setInterval(() => connection.writable && connection.write(more), 50);
      return ended(connection).finally(() => clearInterval(dripping));
    }),
  );
  const withoutTls = ended(connect(proxy.port, '127.0.0.1'));
  read();
  await Promise.all([...cut, withoutTls, unread.promise]);

  /** Requests an endless response. Tries again if a busy machine is cut off before the server answers. */
  function read(): void {
    const reader = connectTls(secure);
    reader.write(`GET /endless HTTP/1.1\r\nHost: localhost:${proxy.port}\r\n\r\n`);
    reader.on('error', () => undefined).once('close', () => isAnswering || read());
    reader.pause();
    closing.push(() => reader.destroy());
  }
});

function* endless() {
  for (;;) {
    yield 'x'.repeat(65_536);
  }
}
