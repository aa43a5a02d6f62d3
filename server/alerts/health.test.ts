import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../tests/support/fake-clock.ts';
import { minute } from '../clock.ts';
import type { StoreStatus } from '../requests/store-status.ts';
import { createHealthHandler, createHealthReader } from './health.ts';

function createMonitor(answer: () => Partial<StoreStatus> = () => ({})) {
  const clock = createFakeClock();
  const stopping = new AbortController();
  let checks = 0;
  const status = async () => {
    checks += 1;
    return {
      unsentCount: 0,
      refused: [],
      refusingRecipients: 0,
      setAside: [],
      isBackupLate: false,
      ...answer(),
    };
  };
  const app = new Hono().get(
    '/healthz',
    createHealthHandler(createHealthReader({ probeStatus: status }, clock, stopping.signal)),
  );
  const ask = async () => {
    const response = await app.request('/healthz');
    return { status: response.status, ...(await response.json()) };
  };
  return { clock, stopping, checks: () => checks, ask };
}

test('checks the store at most once a second', async () => {
  const { clock, ask, checks } = createMonitor();
  await Promise.all([ask(), ask(), ask()]);
  clock.advance(1_000);
  await ask();
  expect(checks()).toBe(1);
  clock.advance(1);
  await ask();
  expect(checks()).toBe(2);
});

const late = 15 * minute;
const unsentFor = (waitTime: number) => ({ longestUnsent: { reference: 'AAAAAA', waitTime } });

test.each([
  [unsentFor(late - 1_000), { mail: 'ok', oldestUnsentSeconds: 899 }],
  [unsentFor(late), { mail: 'late', oldestUnsentSeconds: 900 }],
  // The clock was set back.
  [unsentFor(-60_000), { mail: 'ok', oldestUnsentSeconds: 0 }],
  [
    { refused: ['7KQ2MA', '9XW4TB'], refusingRecipients: 1, setAside: ['a'] },
    { mail: 'ok', refused: 2, refusedPhones: 1, setAside: 1 },
  ],
  [{ isBackupLate: true }, { mail: 'ok', backup: 'late' }],
])('a store status of %j is reported as %j', async (status, reported) => {
  const rest = { status: 200, store: 'ok', oldestUnsentSeconds: 0 };
  expect(await createMonitor(() => status).ask()).toEqual({ ...rest, ...reported });
});

test('responds with 503 while the store is failing or the server is stopping', async () => {
  const { ask, stopping } = createMonitor(() => {
    throw new Error('no disk');
  });
  expect(await ask()).toEqual({ status: 503, store: 'failing' });
  stopping.abort();
  expect(await ask()).toEqual({ status: 503, store: 'stopping' });
});
