import { beforeEach, expect, test } from 'vitest';
import { minute, second } from '../../server/clock.ts';
import { alarmBudget } from '../../server/paging/paging-channels.ts';
import { priorities, toRepeatRank } from '../../server/queue/rank.ts';
import { outboxTimings } from '../../server/queue/timings.ts';
import { pagingChannelName } from '../../server/requests/channel-data.ts';
import type { RequestStore } from '../../server/store/request-store.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { createMemoryFolder } from '../../tests/support/memory-folder.ts';
import { createFaultyStore } from './faulty-store.ts';
import { createRandom } from './random.ts';

const claimOptions = { channel: pagingChannelName, recipients: ['ana'], limit: 5, budget: alarmBudget };
const retry = 20 * second;

let elapsed: number;
let store: ReturnType<typeof createFaultyStore>;
let connected: RequestStore;

beforeEach(() => {
  elapsed = 0;
  store = createFaultyStore({
    folder: createMemoryFolder('next-due'),
    random: createRandom(1),
    channels: [{ name: pagingChannelName, recipients: ['ana'], accepts: 'untakenEmergencies' }],
    elapsed: () => elapsed,
  });
  const clock = { wallTime: () => new Date(elapsed), elapsed: () => elapsed, wait: async () => undefined };
  const connection = { isAlive: () => true, isOnlyServer: () => true, isCutOff: () => false };
  connected = store.createView(clock, connection);
});

const saveEmergency = (message: string) =>
  connected.save({
    fields: { ...exampleRequest, service: 'emergency', message },
    language: 'en',
    idempotencyKey: undefined,
    honeypotFilled: false,
  });

/** Empties Ana's bucket, which gains its first slot after the given time. */
function emptyBucketFor(milliseconds: number): void {
  const fullAt = milliseconds + (alarmBudget.capacity - 1) * alarmBudget.refillInterval;
  const insert = `insert into buckets (channel, recipient, full_at) values ('page', 'ana', :fullAt)`;
  store.query(insert, { fullAt });
}

test('a sender claims again within a second after its bucket gains a slot', async () => {
  await saveEmergency('No oil pressure.');
  emptyBucketFor(outboxTimings.claimInterval / 2);
  expect(await connected.claim(claimOptions)).toMatchObject({ deliveries: [], hasHeldBackDeliveries: true });
  elapsed += outboxTimings.claimInterval;
  expect(store.idleFor(retry, false)).toBe(second);
});

test('a sender wakes for a first mention while a repeat waits for its slot', async () => {
  await saveEmergency('It rang before.');
  await saveEmergency('It is due in three minutes.');
  emptyBucketFor(0);
  store.query('update deliveries set rank = :rank where id = 1', { rank: toRepeatRank(priorities.urgent) });
  store.query('update deliveries set due_at = :dueAt where id = 2', { dueAt: 3 * minute });
  elapsed += second;
  expect(store.idleFor(retry, false)).toBe(3 * minute - second);
});
