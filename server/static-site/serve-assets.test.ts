import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { serveOtherPaths } from './serve-assets.ts';

test('OPTIONS is answered on any path: it is how HAProxy checks health unless told otherwise', async () => {
  const site = { assets: new Map(), redirects: new Map(), notFound: new Map() };
  const app = new Hono().all('*', serveOtherPaths(site, {}));
  const answer = await app.request('/', { method: 'OPTIONS' });
  expect([answer.status, answer.headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
});
