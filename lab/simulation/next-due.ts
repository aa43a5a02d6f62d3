import { emailBudget } from '../../server/mail/email-channel.ts';
import { alarmBudget } from '../../server/paging/paging-channels.ts';
import { slotUsedAtColumn } from '../../server/queue/budget.ts';
import { stepsBeganAtColumn } from '../../server/queue/claim.ts';
import { isFirstMention } from '../../server/queue/rank.ts';
import { pagingChannelName } from '../../server/requests/channel-data.ts';
import { emailChannelData } from './mail-server.ts';

type Row = Record<string, unknown>;
type Query = (sql: string, parameters?: Record<string, string | number>) => Row[];

/**
 * Covering indexes for `findWaitingSql` and for claims after a flood. A server doesn't need them, but the simulation
 * makes millions of claims.
 */
export const createIndexesSql = `
  create index if not exists next on deliveries (channel, recipient, due_at, rank) where state = 'pending';
  drop index deliveries_in_order;
  create index deliveries_in_order on deliveries (channel, state, rank, request_id, due_at, recipient, ${stepsBeganAtColumn})`;

/**
 * Selects two values for each recipient: when the next delivery becomes due, and the lowest rank of the deliveries that
 * were already due at the last claim.
 */
const findWaitingSql = `
  select channel, recipient, min(due_at) filter (where due_at > :claimedAt) as next,
    min(rank) filter (where due_at <= :claimedAt) as first
  from deliveries
  where channel in ('${emailChannelData.name}', '${pagingChannelName}') and state = 'pending'
  group by channel, recipient`;

const findBucketsSql = `select recipient, full_at from buckets where channel = '${pagingChannelName}'`;

/** Counts the requests that use the email budget's slots, and selects when the first slot is free again. */
const findSlotsSql = `
  select count(*) as count, min(last) + ${emailBudget.windowLength} as free from (
    select max(${slotUsedAtColumn}) as last from deliveries
    where channel = '${emailChannelData.name}' and ${slotUsedAtColumn} > :now - ${emailBudget.windowLength}
    group by request_id)`;

/** Finds a due email whose request already has a slot. The email doesn't need another slot. */
const findDueWithSlotSql = `
  select 1 from deliveries
  where channel = '${emailChannelData.name}' and state = 'pending' and due_at <= :now and request_id in (
    select request_id from deliveries
    where channel = '${emailChannelData.name}' and ${slotUsedAtColumn} > :now - ${emailBudget.windowLength})
  limit 1`;

/** Before every time: the sender claims the delivery as soon as it is free, or the service works again. */
const dueImmediately = Number.NEGATIVE_INFINITY;

/**
 * Returns when senders can claim each recipient's next deliveries. Deliveries that the last claim left behind have the
 * time `dueImmediately`. If a phone's service fails, its due deliveries go to the next phone, even if the phone's
 * bucket has no slot.
 */
export function findNextClaims(
  query: Query,
  { now, claimedAt }: { now: number; claimedAt: number },
  isPhoneFailing: boolean,
): number[] {
  return query(findWaitingSql, { claimedAt }).flatMap(({ channel, recipient, next, first }) => {
    if (channel === emailChannelData.name) {
      return first === null ? Number(next) : findNextEmail(query, now);
    }
    const claims: number[] = [];
    if (first !== null) {
      claims.push(findNextSlot(query, recipient, isFirstMention(Number(first)) ? 1 : 2));
    }
    if (next !== null) {
      // The next delivery may be a first mention, which needs fewer slots than a repeat that is due already.
      claims.push(Math.max(Number(next), findNextSlot(query, recipient, 1)));
    }
    return isPhoneFailing ? [...claims, first === null ? Number(next) : dueImmediately] : claims;
  });
}

/** Returns when a phone's bucket has at least `least` slots. */
function findNextSlot(query: Query, recipient: unknown, least: number): number {
  const bucket = query(findBucketsSql).find((candidate) => candidate.recipient === recipient);
  return Number(bucket?.full_at ?? 0) - (alarmBudget.capacity - least) * alarmBudget.refillInterval;
}

/**
 * Returns when the next email can be claimed. In a flood, slots come back every few seconds, so the simulation looks
 * only every 20 s.
 */
function findNextEmail(query: Query, now: number): number {
  const [slots] = query(findSlotsSql, { now });
  const isUsedUp = Number(slots?.count) >= emailBudget.maxRequests;
  const hasNone = isUsedUp && query(findDueWithSlotSql, { now }).length === 0;
  return hasNone ? Math.max(Number(slots?.free), now + 20_000) : dueImmediately;
}
