import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import type { Health } from '../health.ts';
import { sendHeartbeats } from './heartbeat.ts';

const minute = 60_000;
const url = 'https://ping.example.com/secret';
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
  vi.stubGlobal('fetch', (called: string) => {
    expect(called).toBe(url);
    beats.push(clock.elapsed() / minute);
    return answer();
  });
  const log = (...line: unknown[]) => logged.push(line);
  sendHeartbeats(url, { askHealth: async () => health, clock, log }, stopping.signal);
});
afterEach(() => {
  stopping.abort();
  vi.unstubAllGlobals();
});

async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed <= minutes; passed += 1) {
    await turn();
    if (passed < minutes) clock.advance(minute);
  }
}

test('a heartbeat is sent at startup, and each minute until the server stops, even to a hung monitor', async () => {
  answer = () => new Promise(() => undefined);
  await pass(3);
  stopping.abort();
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

test('of failures in a row the first is logged, without the URL', async () => {
  for (const status of [500, 500, 200, 301]) {
    answer = async () => new Response(null, { status });
    await pass(1);
  }
  expect(logged).toEqual([
    ['heartbeat_failed', { error: '500' }],
    ['heartbeat_failed', { error: '301' }],
  ]);
});
