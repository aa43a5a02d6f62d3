import { expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { createFakeClock } from '../../tests/support/fake-clock.ts';
import { createInProcessStore, exampleChannels } from '../../tests/support/in-process-store.ts';
import { createMemoryFolder } from '../../tests/support/memory-folder.ts';
import { minute } from '../clock.ts';
import { roundColumn } from '../requests/deliveries.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { runInTransaction } from '../store/sqlite/transaction.ts';
import { claimDeliveries } from './claim.ts';
import { buildRankSql, priorities } from './rank.ts';

const budget = { maxRequests: 1, windowLength: 10 * minute, reservedSlots: 0 };
const claimOptions = { channel: 'email', recipients: ['owner@example.com'], limit: 5, budget };

/** Copies the first request, with ids from 1000 to `:last`. */
const copyRequests = `
  insert into requests
    (id, reference, received_at, language, fields, honeypot_filled, emergency, content_hash, ${roundColumn})
  with recursive ids (id) as (select 1000 union all select id + 1 from ids where id < :last)
  select ids.id, cast(100000 + ids.id as text), received_at, language, fields, 0, 0, '', 1
  from ids join requests on requests.id = 1`;

const copyDeliveries = `
  insert into deliveries (request_id, channel, recipient, due_at, rank)
  select id, 'email', 'owner@example.com', received_at, ${buildRankSql(String(priorities.ordinary), '1')}
  from requests where id >= 1000`;

/** Counts the deliveries that a claim reads in a flood that has used up the budget. */
async function countRead(waiting: number): Promise<number> {
  const database = openDatabase(createMemoryFolder('claim'));
  const clock = createFakeClock();
  const store = createInProcessStore(() => database, { clock, channels: exampleChannels });
  await store.save({ fields: exampleRequest, language: 'en', idempotencyKey: undefined });
  await store.claim(claimOptions);
  database.prepare(copyRequests).run({ last: 1_000 + waiting });
  database.exec(copyDeliveries);
  let read = 0;
  database.function('counted_time', (time) => {
    read += 1;
    return time;
  });
  const wallTime = clock.wallTime().getTime();
  const context = { trustedTime: wallTime, wallTime, isOnlyServer: true, channels: exampleChannels };
  await runInTransaction(database, context, async (transaction) => {
    const query: typeof transaction.query = (sql, parameters) =>
      transaction.query(
        sql.replaceAll('due_at <= :trustedTime', 'counted_time(due_at) <= :trustedTime'),
        parameters,
      );
    const claim = await claimDeliveries({ ...transaction, query }, claimOptions);
    expect(claim).toMatchObject({ deliveries: [], hasHeldBackDeliveries: true });
  });
  return read;
}

test('with a full window, a claim reads as many deliveries in a larger flood', async () => {
  const few = await countRead(100);
  expect(few).toBeGreaterThan(0);
  expect(await countRead(3_000)).toBe(few);
});
