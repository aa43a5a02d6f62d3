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
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>((resolve, reject) => {
    request(server.url, { path, headers, method })
      .on('error', reject)
      .on('response', async (response) => {
        const body = Buffer.concat(await response.toArray());
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          body,
        });
      })
      .end();
  });
}

test.each([
  ['/', 'Home'],
  ['/about', 'About'],
  ['/es/', 'Inicio'],
  ['/es/about', 'Quienes somos'],
  ['/about?utm_source=x', 'About'],
])('%s is a page', async (path, title) => {
  const { status, headers, body } = await ask(path);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['cache-control']).toBe('no-cache');
  expect(body.toString()).toContain(`<h1>${title}</h1>`);
});

test.each([
  ['/about/', '/about'],
  ['/about.html', '/about'],
  ['/index.html', '/'],
  ['/es', '/es/'],
  ['/es/index.html', '/es/'],
  ['/es/about/?a=b', '/es/about?a=b'],
])('%s redirects to its canonical path', async (path, location) => {
  expect(await ask(path)).toMatchObject({ status: 308, headers: { location } });
});

test.each([
  '/nowhere',
  '/404',
  '/404.html',
  '/404/',
  '//evil.example/',
  '/about//',
  '/index.html.br',
  '/_astro/',
  '/../package.json',
  '/..%2fpackage.json',
  '/%2e%2e/package.json',
  '/..\\package.json',
  '/%00',
  '/%',
  '/constructor',
])('%s does not exist', async (path) => {
  const { status, body } = await ask(path);
  expect([400, 404]).toContain(status);
  expect(body.toString()).not.toContain('"dependencies"');
});

test('an unknown path gets the 404 page and status', async () => {
  const { status, body, headers } = await ask('/nowhere');
  expect(status).toBe(404);
  expect(body.toString()).toContain('Oops! Page not found');
  expect(headers['cache-control']).toBe('no-cache');
});

test.each([
  ['br', 'br', brotliDecompressSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0.5, gzip', 'gzip', gunzipSync],
  ['br;q=0, *', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
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
  expect(plain.headers.etag).not.toBe(brotli.headers.etag);

  const again = await ask('/', { 'Accept-Encoding': 'br', 'If-None-Match': `"x", W/${brotli.headers.etag}` });
  expect(again.status).toBe(304);
  expect(again.body).toHaveLength(0);
  expect(again.headers).toMatchObject({
    etag: brotli.headers.etag,
    vary: 'Accept-Encoding',
    'cache-control': 'no-cache',
  });
  expect(again.headers).not.toHaveProperty('content-length');
  expect(again.headers).not.toHaveProperty('content-encoding');
  expect((await ask('/', { 'If-None-Match': '*' })).status).toBe(304);
  expect(
    (await ask('/', { 'Accept-Encoding': 'br', 'If-None-Match': plain.headers.etag ?? '' })).status,
  ).toBe(200);
});

test('HEAD has the headers of GET', async () => {
  const { date: _, ...get } = (await ask('/', { 'Accept-Encoding': 'br' })).headers;
  const { headers, body } = await ask('/', { 'Accept-Encoding': 'br' }, 'HEAD');
  expect(headers).toMatchObject(get);
  expect(body).toHaveLength(0);
});

test('a page cannot be posted to', async () => {
  const headers = { allow: 'GET, HEAD, OPTIONS', 'cache-control': 'no-store' };
  expect(await ask('/', {}, 'POST')).toMatchObject({ status: 405, headers });
});

test.each([
  ['/_astro/a.Hash1234.js', 'public, max-age=31536000, immutable', 'text/javascript; charset=utf-8'],
  ['/robots.txt', 'public, max-age=3600', 'text/plain; charset=utf-8'],
  ['/.well-known/security.txt', 'public, max-age=3600', 'text/plain; charset=utf-8'],
])('%s has the right cache lifetime', async (path, kept, type) => {
  expect((await ask(path)).headers).toMatchObject({ 'cache-control': kept, 'content-type': type });
});
