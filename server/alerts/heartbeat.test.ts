import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeClock } from '../../tests/support/fake-clock.ts';
import { minute } from '../clock.ts';
import type { Health } from './health.ts';
import { findHeartbeatFault, sendHeartbeats } from './heartbeat.ts';

const url = 'https://ping.example.com/secret';
const well: Health = { store: 'ok', mail: 'ok' };
let health: Health;
let clock: ReturnType<typeof createFakeClock>;
let stopping: AbortController;
let beats: number[];

beforeEach(() => {
  health = well;
  clock = createFakeClock();
  stopping = new AbortController();
  beats = [];
  vi.stubGlobal('fetch', (called: string) => {
    expect(called).toBe(url);
    beats.push(clock.elapsed() / minute);
    // A monitor that never responds must not delay the next heartbeat.
    return new Promise(() => undefined);
  });
  const dependencies = { readHealth: async () => health, clock, log: () => undefined };
  sendHeartbeats(url, dependencies, stopping.signal);
});
afterEach(() => stopping.abort());

async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed <= minutes; passed += 1) {
    await nextTick();
    if (passed < minutes) {
      clock.advance(minute);
    }
  }
}

// tests/server/start.test.ts checks the log.
test('heartbeats go out every minute until the server stops', async () => {
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
  { store: 'ok', mail: 'ok', backup: 'late' },
  { store: 'ok', mail: 'ok', refusedPhones: 1 },
])('no heartbeat goes out while health is %j', async (given) => {
  await pass(1);
  health = given;
  await pass(5);
  health = well;
  await pass(1);
  expect(beats).toEqual([0, 1, 7]);
});

test.each([
  { status: 200, text: 'OK', cause: undefined },
  { status: 204, text: undefined, cause: undefined },
  { status: 200, text: 'OK (not found)', cause: /no check at this address/ },
  { status: 200, text: 'OK (rate limited)', cause: /too many/ },
  { status: 404, text: 'not found', cause: /refused/ },
  { status: 302, text: '', cause: /refused/ },
])("a monitor's response of $status $text succeeds or has a cause", ({ status, text, cause }) => {
  const fault = findHeartbeatFault(status, text);
  expect(fault).toEqual(cause && expect.stringMatching(cause));
});
