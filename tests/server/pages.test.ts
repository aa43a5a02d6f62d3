import { once } from 'node:events';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InProcessServer, startInProcess } from '../support/start-in-process.ts';

let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.stop());

/** Not fetch: it would decompress, follow redirects and normalize the path. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const [response] = await once(request(server.url, { path, headers, method }).end(), 'response');
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode as number, headers: response.headers, body };
}

const of = (type: string, life: string) => ({
  'content-type': `${type}; charset=utf-8`,
  'cache-control': life,
});
const html = of('text/html', 'no-cache');

test.each([
  ['/', html, '<h1>Home</h1>'],
  ['/about?utm_source=x', html, '<h1>About</h1>'],
  ['/es/', html, '<h1>Inicio</h1>'],
  ['/es/about', html, '<h1>Quienes somos</h1>'],
  ['/_astro/a.Hash1234.js', of('text/javascript', 'public, max-age=31536000, immutable'), 'export'],
  ['/.well-known/security.txt', of('text/plain', 'public, max-age=3600'), 'Contact'],
])('%s is served with its type and cache lifetime', async (path, headers, text) => {
  const answer = await ask(path);
  expect(answer).toMatchObject({ status: 200, headers });
  expect(answer.body.toString()).toContain(text);
});

test.each([
  ['/about/', '/about'],
  ['/index.html', '/'],
  ['/es', '/es/'],
  ['/es/about/?a=b', '/es/about?a=b'],
])('%s redirects to its canonical path', async (path, location) => {
  expect(await ask(path)).toMatchObject({ status: 308, headers: { location } });
});

test.each([
  ...['/nowhere', '/404.html', '//evil.example/', '/index.html.br'],
  ...['/_headers', '/../package.json', '/%00', '/constructor'],
])('%s gets the 404 page and status', async (path) => {
  const { status, body, headers } = await ask(path);
  expect(status).toBe(404);
  expect(body.toString()).toContain('Oops! Page not found');
  expect(headers).toMatchObject(html);
});

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ['deflate', undefined, (body: Buffer) => body],
  ['', undefined, (body: Buffer) => body],
])('for Accept-Encoding "%s" the page is sent as %s', async (accepted, coding, unpack) => {
  const { headers, body } = await ask('/', { 'Accept-Encoding': accepted });
  expect(headers['content-encoding']).toBe(coding);
  expect(headers['content-length']).toBe(String(body.length));
  expect(headers.vary).toBe('Accept-Encoding');
  expect(unpack(body).toString()).toContain('<h1>Home</h1>');
});

test('each encoding has its own ETag, and only that one gets a 304', async () => {
  const plain = await ask('/');
  const brotli = await ask('/', { 'Accept-Encoding': 'br' });
  const again = await ask('/', { 'Accept-Encoding': 'br', 'If-None-Match': `"x", W/${brotli.headers.etag}` });
  expect(again.status).toBe(304);
  expect(again.body).toHaveLength(0);
  expect(again.headers).toMatchObject({ etag: brotli.headers.etag, vary: 'Accept-Encoding' });
  const other = { 'Accept-Encoding': 'br', 'If-None-Match': String(plain.headers.etag) };
  expect((await ask('/', other)).status).toBe(200);
});

test('HEAD has the headers of GET', async () => {
  const { date: _, ...get } = (await ask('/')).headers;
  expect(await ask('/', {}, 'HEAD')).toMatchObject({ headers: get, body: Buffer.alloc(0) });
});

test.each([
  ['POST', 405],
  // The health check that HAProxy makes unless told otherwise.
  ['OPTIONS', 204],
])('%s to a page gets %i and the methods that it has', async (method, status) => {
  const headers = { allow: 'GET, HEAD, OPTIONS', 'cache-control': 'no-store' };
  expect(await ask('/', {}, method)).toMatchObject({ status, headers });
});
