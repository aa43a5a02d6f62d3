import { emailBudget } from '../../server/mail/email-channel.ts';
import { phoneBudget } from '../../server/paging/phone-channels.ts';
import { isFirstMention } from '../../server/queue/rank.ts';
import { pageChannel } from '../../server/requests/routes.ts';
import { route } from './mail-server.ts';

type Row = Record<string, unknown>;
type Query = (sql: string, parameters?: Record<string, string | number>) => Row[];

/**
 * Indexes that hold everything that `findWaiting` and a claim after a flood read. A server does not need them, but the
 * simulation makes millions of claims.
 */
export const indexes = `
  create index if not exists next on deliveries (channel, recipient, due_at, rank) where state = 'pending';
  drop index deliveries_in_order;
  create index deliveries_in_order on deliveries (channel, state, rank, request_id, due_at, recipient, posted_at)`;

/**
 * For each recipient: when the next delivery is due, and the first in order of those that were due at the last claim.
 */
const findWaiting = `
  select channel, recipient, min(due_at) filter (where due_at > :claimedAt) as next,
    min(rank) filter (where due_at <= :claimedAt) as first
  from deliveries
  where channel in ('${route.name}', '${pageChannel}') and state = 'pending'
  group by channel, recipient`;

const findBuckets = `select recipient, full_at from buckets where channel = '${pageChannel}'`;

/** How many requests have a place among the emails of ten minutes, and when the first place is free again. */
const findPlaces = `
  select count(*) as count, min(last) + ${emailBudget.window} as free from (
    select max(counted_at) as last from deliveries
    where channel = '${route.name}' and counted_at > :now - ${emailBudget.window}
    group by request_id)`;

/** A request that has a place may be emailed again, and to other recipients. */
const findDueWithPlace = `
  select 1 from deliveries
  where channel = '${route.name}' and state = 'pending' and due_at <= :now and request_id in (
    select request_id from deliveries
    where channel = '${route.name}' and counted_at > :now - ${emailBudget.window})
  limit 1`;

/** When something could be claimed and was not, because its service fails or its sender is busy. */
const leftBehind = Number.NEGATIVE_INFINITY;

/**
 * When a sender can claim each recipient's next deliveries: before `claimedAt` if the last claim left them behind. A phone
 * whose service fails also hands over what is due, whether or not its bucket has a place.
 */
export function nextClaims(
  query: Query,
  { now, claimedAt }: { now: number; claimedAt: number },
  isPhoneFailing: boolean,
): number[] {
  return query(findWaiting, { claimedAt }).flatMap(({ channel, recipient, next, first }) => {
    if (channel === route.name) {
      return first === null ? Number(next) : nextEmail(query, now);
    }
    const claims: number[] = [];
    if (first !== null) {
      claims.push(nextPlace(query, recipient, isFirstMention(Number(first)) ? 1 : 2));
    }
    if (next !== null) {
      // The next delivery may be a first mention, which needs fewer places than a repeat that is due already.
      claims.push(Math.max(Number(next), nextPlace(query, recipient, 1)));
    }
    return isPhoneFailing ? [...claims, first === null ? Number(next) : leftBehind] : claims;
  });
}

/** When a phone's bucket has so many places. */
function nextPlace(query: Query, recipient: unknown, least: number): number {
  const bucket = query(findBuckets).find((one) => one.recipient === recipient);
  return Number(bucket?.full_at ?? 0) - (phoneBudget.holds - least) * phoneBudget.refill;
}

/** In a flood, places come back every few seconds. */
function nextEmail(query: Query, now: number): number {
  const [places] = query(findPlaces, { now });
  const isUsedUp = Number(places?.count) >= emailBudget.requests;
  const hasNone = isUsedUp && query(findDueWithPlace, { now }).length === 0;
  return hasNone ? Math.max(Number(places?.free), now + 20_000) : leftBehind;
}
