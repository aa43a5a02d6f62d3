import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import type { Health } from '../health.ts';
import { sendHeartbeats } from './heartbeat.ts';

const minute = 60_000;
const well: Health = { store: 'ok', mail: 'ok' };
let health: Health;
let answer: () => Promise<Response>;
let clock: ReturnType<typeof fakeClock>;
let stopping: AbortController;
let beats: number[];
let logged: unknown[];

beforeEach(() => {
  health = well;
  answer = async () => new Response();
  clock = fakeClock();
  stopping = new AbortController();
  beats = [];
  logged = [];
  vi.stubGlobal('fetch', (url: string) => {
    expect(url).toBe('https://ping.example.com/secret');
    beats.push(clock.elapsed() / minute);
    return answer();
  });
  const log = (...line: unknown[]) => logged.push(line);
  sendHeartbeats(
    'https://ping.example.com/secret',
    { askHealth: async () => health, clock, log },
    stopping.signal,
  );
});
afterEach(() => {
  stopping.abort();
  vi.unstubAllGlobals();
});

async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    await new Promise(setImmediate);
    clock.advance(minute);
  }
  await new Promise(setImmediate);
}

test('the first heartbeat is sent at startup, then one each minute', async () => {
  await pass(3);
  expect(beats).toEqual([0, 1, 2, 3]);
});

test.each<Health>([
  { store: 'failing' },
  { store: 'stopping' },
  { store: 'ok', mail: 'late' },
  { store: 'ok', mail: 'ok', setAside: 1 },
])('none is sent while health is %j', async (given) => {
  await pass(1);
  health = given;
  await pass(5);
  health = well;
  await pass(1);
  expect(beats).toEqual([0, 1, 7]);
});

test('none is sent while the server is stopping', async () => {
  await pass(1);
  stopping.abort();
  await pass(5);
  expect(beats).toEqual([0, 1]);
});

test('a hung monitor delays nothing', async () => {
  answer = () => new Promise(() => undefined);
  await pass(3);
  expect(beats).toEqual([0, 1, 2, 3]);
});

test('of failures in a row the first is logged, without the URL', async () => {
  answer = async () => new Response(null, { status: 500 });
  await pass(2);
  answer = async () => new Response();
  await pass(1);
  answer = async () => new Response(null, { status: 301 });
  await pass(2);
  expect(logged).toEqual([
    ['heartbeat_failed', { error: '500' }],
    ['heartbeat_failed', { error: '301' }],
  ]);
});
