import { expect, test } from 'vitest';
import { median } from '../../lab/figures.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { exampleRoutes, inProcessStore } from '../../tests/support/in-process-store.ts';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { kinds, rankOf } from './rank.ts';

const minute = 60_000;
const budget = { requests: 2, window: 10 * minute, outOfTurn: 0 };
const claimOptions = { channel: 'email', recipients: ['owner@example.com'], limit: 5, budget };

/** Copies of a request that waits, with their deliveries, up to that id. */
const copyRequests = `
  insert into requests
    (id, reference, received_at, language, fields, honeypot_filled, emergency, content_hash, turn)
  with recursive ids (id) as (select 1000 union all select id + 1 from ids where id < :last)
  select ids.id, cast(100000 + ids.id as text), received_at, language, fields, 0, 0, '', 1
  from ids join requests on requests.id = 1`;

const copyDeliveries = `
  insert into deliveries (request_id, channel, recipient, due_at, rank)
  select id, 'email', 'owner@example.com', received_at, ${rankOf(String(kinds.ordinary), '1')}
  from requests where id >= 1000`;

/** Milliseconds of a claim in a flood that has used up the budget. */
async function measureClaim(waiting: number): Promise<number> {
  const database = openDatabase(memoryFolder('claim'));
  const store = inProcessStore(() => database, { clock: fakeClock(), routes: exampleRoutes });
  const post = { fields: exampleRequest, language: 'en' as const, idempotencyKey: undefined };
  await store.save(post);
  database.prepare(copyRequests).run({ last: 1_000 + waiting });
  database.exec(copyDeliveries);
  await store.claim(claimOptions);
  const times: number[] = [];
  for (let count = 0; count < 9; count += 1) {
    const startedAt = performance.now();
    expect(await store.claim(claimOptions)).toMatchObject({ deliveries: [], isHeldBack: true });
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

test('a claim in a flood of 20,000 takes no longer than in one of 100', async () => {
  expect(await measureClaim(20_000)).toBeLessThan(5 * (await measureClaim(100)));
});
