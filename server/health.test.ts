import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { fakeClock } from '../tests/support/fake-clock.ts';
import { health, watchHealth } from './health.ts';
import type { StoreStatus } from './store/status.ts';

function monitor(answer: () => Partial<StoreStatus>) {
  const clock = fakeClock();
  const stopping = new AbortController();
  let checks = 0;
  const store = {
    status: async () => {
      checks += 1;
      return { waiting: 0, refused: [], setAside: [], ...answer() };
    },
  };
  const app = new Hono().get('/healthz', health(watchHealth(store, clock, stopping.signal)));
  return {
    clock,
    stopping,
    checks: () => checks,
    ask: async () => {
      const response = await app.request('/healthz');
      return { status: response.status, ...(await response.json()) };
    },
  };
}

const waited = (milliseconds: number) => ({ oldest: { reference: 'AAAAAA', waited: milliseconds } });

test('checks the store at most once a second, however often it is asked', async () => {
  const { clock, ask, checks } = monitor(() => ({}));
  await Promise.all([ask(), ask(), ask()]);
  clock.advance(1_000);
  await ask();
  expect(checks()).toBe(1);
  clock.advance(1);
  await ask();
  expect(checks()).toBe(2);
});

test('reports email as late when a request has waited 15 minutes', async () => {
  const { ask } = monitor(() => waited(899_000));
  expect(await ask()).toEqual({ status: 200, store: 'ok', mail: 'ok', oldestUnsentSeconds: 899 });
  const late = monitor(() => waited(900_000));
  expect(await late.ask()).toEqual({ status: 200, store: 'ok', mail: 'late', oldestUnsentSeconds: 900 });
});

test('a receipt time in the future, after a clock was set back, is not a negative wait', async () => {
  const { ask } = monitor(() => waited(-60_000));
  expect(await ask()).toMatchObject({ mail: 'ok', oldestUnsentSeconds: 0 });
});

test('mentions refused emails and files that were set aside only when there are some', async () => {
  expect(await monitor(() => ({ refused: ['7KQ2MA', '9XW4TB'], setAside: ['a'] })).ask()).toMatchObject({
    refused: 2,
    setAside: 1,
  });
  expect(Object.keys(await monitor(() => ({})).ask())).toEqual([
    'status',
    'store',
    'mail',
    'oldestUnsentSeconds',
  ]);
});

test('answers 503 when the store fails, and when the server is stopping', async () => {
  const { ask } = monitor(() => {
    throw new Error('no disk');
  });
  expect(await ask()).toEqual({ status: 503, store: 'failing' });
  const ending = monitor(() => ({}));
  ending.stopping.abort();
  expect(await ending.ask()).toEqual({ status: 503, store: 'stopping' });
});
