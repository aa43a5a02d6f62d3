import { expect, test } from 'vitest';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import type { Health } from '../health.ts';
import { sendHeartbeats } from './heartbeat.ts';

const minute = 60_000;

function monitored(ping: () => Promise<boolean> = async () => true) {
  const clock = fakeClock();
  const stopping = new AbortController();
  const beats: number[] = [];
  const heart = { health: { store: 'ok', mail: 'ok' } as Health, clock, stopping, beats };
  const call = () => {
    beats.push(clock.elapsed() / minute);
    return ping();
  };
  sendHeartbeats(call, async () => heart.health, clock, stopping.signal);
  return heart;
}

async function pass(clock: ReturnType<typeof fakeClock>, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    await new Promise(setImmediate);
    clock.advance(minute);
  }
  await new Promise(setImmediate);
}

test('the first heartbeat is sent at startup, then one each minute', async () => {
  const { clock, beats } = monitored();
  await pass(clock, 3);
  expect(beats).toEqual([0, 1, 2, 3]);
});

test.each<Health>([
  { store: 'failing' },
  { store: 'stopping' },
  { store: 'ok', mail: 'late' },
  { store: 'ok', mail: 'ok', setAside: 1 },
])('none is sent while health is %j', async (health) => {
  const heart = monitored();
  await pass(heart.clock, 1);
  heart.health = health;
  await pass(heart.clock, 5);
  heart.health = { store: 'ok', mail: 'ok' };
  await pass(heart.clock, 1);
  expect(heart.beats).toEqual([0, 1, 7]);
});

test('none is sent while the server is stopping', async () => {
  const { clock, stopping, beats } = monitored();
  await pass(clock, 1);
  stopping.abort();
  await pass(clock, 5);
  expect(beats).toEqual([0, 1]);
});

test('a hung monitor delays nothing', async () => {
  const hanging = monitored(() => new Promise(() => undefined));
  await pass(hanging.clock, 3);
  expect(hanging.beats).toEqual([0, 1, 2, 3]);
});
