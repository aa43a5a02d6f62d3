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

/** Sends a request without fetch, which would decompress, follow redirects, and normalize the path. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const [response] = await once(request(server.url, { path, headers, method }).end(), 'response');
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode as number, headers: response.headers, body };
}

const html = ['text/html; charset=utf-8', 'no-cache'];
const immutable = 'public, max-age=31536000, immutable';

test.each([
  { path: '/', expected: html, text: '<h1>Home</h1>' },
  { path: '/about?utm_source=x', expected: html, text: '<h1>About</h1>' },
  { path: '/es/about', expected: html, text: '<h1>Quienes somos</h1>' },
  { path: '/_astro/a.Hash1234.js', expected: ['text/javascript; charset=utf-8', immutable], text: 'export' },
  {
    path: '/.well-known/security.txt',
    expected: ['text/plain; charset=utf-8', 'public, max-age=3600'],
    text: 'Contact',
  },
])('$path is served with its type and cache lifetime', async ({ path, expected, text }) => {
  const { status, headers, body } = await ask(path);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, ...expected]);
  expect(body.toString()).toContain(text);
});

test.each([
  ['/about/', '/about'],
  ['/index.html', '/'],
  ['/es', '/es/'],
  ['/es/about/?a=b', '/es/about?a=b'],
  ['/ES/', '/es/'],
  ['/Es/ABOUT', '/es/about'],
  ['/About.HTML', '/about'],
  ['/About/?utm_source=Ad', '/about?utm_source=Ad'],
  ['/Robots.txt', '/robots.txt'],
  // Programs turn addresses in sentences into such links.
  ['/about.', '/about'],
  ['/about%20', '/about'],
  ['/about%2C', '/about'],
  ['/about%E2%80%9D).', '/about'],
  ['/about%C2%A0', '/about'],
  ['/es/...', '/es/'],
  ['/about%', '/about'],
  ['/)', '/'],
  // Programs that join a folder and a path may repeat the slash.
  ['//about', '/about'],
  ['//about//', '/about'],
  ['//es///about?a=b', '/es/about?a=b'],
  ['/%2Fabout', '/about'],
  ['//', '/'],
])('%s redirects to its canonical path', async (path, location) => {
  expect(await ask(path)).toMatchObject({ status: 308, headers: { location } });
});

test.each([
  ...['/nowhere', '/404.html', '//evil.example/', '/index.html.br', '/about.b', '/about/x.'],
  ...[
    '//about.evil.example',
    '///evil.example',
    '/%2F/evil.example',
    '/%5C/evil.example',
    '//es%40evil.example',
  ],
  ...['/_headers', '/../package.json', '/%00', '/constructor'],
])('%s gets the 404 page and status', async (path) => {
  const { status, body, headers } = await ask(path);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([404, ...html]);
  expect(body.toString()).toContain('Oops! Page not found');
});

test.each([
  ['/es/nowhere', 'No existe'],
  ['/ES/Nowhere', 'No existe'],
  ['//es//nowhere', 'No existe'],
  ['/fr/nowhere', 'Page not found'],
])('%s gets the 404 page of its language', async (path, title) => {
  expect((await ask(path)).body.toString()).toContain(title);
});

test.each([
  { accepted: 'gzip, deflate, br', coding: 'br', unpack: brotliDecompressSync },
  { accepted: 'gzip', coding: 'gzip', unpack: gunzipSync },
  { accepted: 'br;q=0, gzip;q=0.5', coding: 'gzip', unpack: gunzipSync },
  { accepted: '', coding: undefined, unpack: (body: Buffer) => body },
])('the encoding of the page suits Accept-Encoding "$accepted"', async ({ accepted, coding, unpack }) => {
  const { headers, body } = await ask('/', { 'Accept-Encoding': accepted });
  expect(headers['content-encoding']).toBe(coding);
  expect(headers['content-length']).toBe(String(body.length));
  expect(headers.vary).toBe('Accept-Encoding');
  expect(unpack(body).toString()).toContain('<h1>Home</h1>');
});

test('only the ETag of the requested encoding gets a 304', async () => {
  const askWith = (etag: unknown) => ask('/', { 'Accept-Encoding': 'br', 'If-None-Match': String(etag) });
  const { etag } = (await askWith('')).headers;
  const unchanged = await askWith(`"x", W/${etag}`);
  expect(unchanged).toMatchObject({ status: 304, headers: { etag, vary: 'Accept-Encoding' } });
  expect(unchanged.body).toHaveLength(0);
  const plain = await ask('/');
  expect((await askWith(plain.headers.etag)).status).toBe(200);
  const { date: _, ...headers } = plain.headers;
  expect(await ask('/', {}, 'HEAD')).toMatchObject({ headers, body: Buffer.alloc(0) });
});

test.each([
  ['POST', 405],
  // HAProxy's default health check sends OPTIONS.
  ['OPTIONS', 204],
])('%s to a page gets %i and the allowed methods', async (method, status) => {
  const headers = { allow: 'GET, HEAD, OPTIONS', 'cache-control': 'no-store' };
  expect(await ask('/', {}, method)).toMatchObject({ status, headers });
});
