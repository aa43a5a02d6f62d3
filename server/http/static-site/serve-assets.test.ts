import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { serveOtherPaths } from './serve-assets.ts';

const asset = [{ encoding: 'identity', bytes: new Uint8Array(), headers: {} }] as const;
const app = new Hono().all('*', serveOtherPaths(new Map([['404.html', asset]])));

test('a path with many dots before a letter needs no quadratic time', async () => {
  // A regular expression that looks for dots at the end needs minutes, far beyond the test's time limit.
  expect((await app.request(`/${'.'.repeat(300_000)}a`)).status).toBe(404);
});
