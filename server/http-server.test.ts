import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createHttpServer, urlOf } from './http-server.ts';

test('a client that pipelines thousands of requests costs the objects of nine', async () => {
  const server = createHttpServer({
    fetch: () => new Promise(() => undefined),
    siteUrl: undefined,
    log: () => undefined,
  });
  const responses: ServerResponse[] = [];
  server.on('request', (_, outgoing) => responses.push(outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(Number(new URL(urlOf(server)).port));
  client.on('error', () => undefined);
  client.resume().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000));
  await once(client, 'close');
  expect(responses.length).toBeGreaterThan(100);
  expect(new Set(responses).size).toBe(9);
  expect(new Set(responses.map(({ req }) => req)).size).toBe(9);
  server.close();
});

test('a connection is ended that sends or reads too slowly, or nothing', () => {
  const parts = { fetch: () => new Response(), siteUrl: undefined, log: () => undefined };
  expect(createHttpServer(parts)).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    keepAliveTimeout: 5_000,
    timeout: 15_000,
  });
});
