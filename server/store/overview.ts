import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { options } from '../outbox/options.ts';
import { listedColumns, listedRequest } from './field-text.ts';
import { farthestAhead, observe } from './mail-server.ts';
import type { Budget, ListedRequest, Overview, OverviewResult } from './request-store.ts';
import { fairOrder } from './schema.ts';
import type { Transaction } from './transaction.ts';

/** The most requests that one overview names. */
const mostListed = 500;

const readState = 'select held_since, overview_due_at, overview_plain from installation';

const stateRow = v.object({
  held_since: v.nullable(v.number()),
  overview_due_at: v.number(),
  overview_plain: v.number(),
});

/**
 * Notes whether more is due than may be sent, and if so, claims the overview when it is due: a minute after
 * the first was held back, then one window after the last overview.
 */
export async function claimOverview(
  transaction: Transaction,
  budget: Budget,
  emailsLeft: number,
): Promise<Overview | undefined> {
  const { query, now, wallClock } = transaction;
  const [state] = await query(readState, {}, stateRow);
  const since = state?.held_since ?? null;
  if (!(await isHolding(transaction, emailsLeft))) {
    if (since !== null) {
      await query('update installation set held_since = null', {});
    }
    return undefined;
  }
  if (since === null) {
    await query('update installation set held_since = :now', { now });
  }
  const firstAt = Math.min(since ?? now, now) + budget.holdsFor;
  const nextAt = state?.overview_due_at ?? 0;
  if (now < firstAt || (now < nextAt && nextAt <= now + farthestAhead.message)) {
    return undefined;
  }
  const requests = await findListed(transaction);
  const id = randomUUID();
  // Also the end of its lease: it may have arrived just before.
  await query('update installation set overview_id = :id, overview_due_at = :dueAt', {
    id,
    dueAt: now + budget.window + options.lease,
  });
  const more = Math.max(0, (await countWaiting(transaction)) - requests.length);
  return { id, requests, more, isPlain: state?.overview_plain === 1, asOf: new Date(wallClock) };
}

async function isHolding({ query, now }: Transaction, emailsLeft: number): Promise<boolean> {
  const [row] = await query(
    `select count(*) as due
     from (select 1 from outbox_messages where state = 'pending' and due_at <= :now limit :most) as due`,
    { now, most: Math.max(0, emailsLeft) + 1 },
    v.object({ due: v.number() }),
  );
  return (row?.due ?? 0) > emailsLeft;
}

async function countWaiting({ query }: Transaction): Promise<number> {
  const [row] = await query(
    "select count(*) as waiting from outbox_messages where state = 'pending' and delivered_at is null",
    {},
    v.object({ waiting: v.number() }),
  );
  return row?.waiting ?? 0;
}

/** Those that no overview has named come first. */
async function findListed({ query }: Transaction): Promise<ListedRequest[]> {
  const ids: { id: number; place: number }[] = [];
  for (const sql of waiting) {
    const rows = await query(sql, { limit: mostListed - ids.length }, v.object({ id: v.number() }));
    ids.push(...rows.map(({ id }, index) => ({ id, place: ids.length + index })));
  }
  const rows = await query(
    `select requests.*, honeypot_filled
     from rows(:ids, id bigint, place bigint) as listed
       join requests on requests.id = listed.id
       join outbox_messages on request_id = requests.id
     order by place`,
    { ids },
    listedColumns,
  );
  return rows.map(listedRequest);
}

const waiting = ['listed_at is null', 'listed_at is not null'].flatMap((listed) =>
  ['attempts = 0', 'attempts > 0'].map(
    (attempts) => `
  select request_id as id
  from outbox_messages
  where state = 'pending' and ${attempts} and ${listed} and delivered_at is null
  order by ${fairOrder}
  limit :limit`,
  ),
);

/** Records how an overview's attempt ended, unless another was claimed in the meantime. */
export async function recordOverview(transaction: Transaction, result: OverviewResult): Promise<void> {
  const { query, now } = transaction;
  await observe(transaction, result.mailServer);
  const [state] = await query(`${readState} where overview_id = :id`, { id: result.id }, stateRow);
  if (state === undefined) {
    return;
  }
  if (result.outcome === 'accepted') {
    const listed = result.requestIds.map((id) => ({ id }));
    await query('update outbox_messages set listed_at = :now where request_id in rows(:listed, id bigint)', {
      now,
      listed,
    });
  }
  const wasPlain = state.overview_plain === 1;
  const isRefused = result.outcome === 'refused';
  await query('update installation set overview_due_at = :dueAt, overview_plain = :isPlain', {
    dueAt: now + pauseAfter(result.outcome, wasPlain),
    isPlain: isRefused || (wasPlain && result.outcome !== 'accepted') ? 1 : 0,
  });
}

function pauseAfter(outcome: OverviewResult['outcome'], wasPlain: boolean): number {
  switch (outcome) {
    case 'not sent':
      return 0;
    case 'deferred':
      return options.overviewRetryInterval;
    case 'refused':
      return wasPlain ? options.budget.window : 0;
    default:
      return options.budget.window;
  }
}
