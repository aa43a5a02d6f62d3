import type { Transaction } from '../queue/transaction.ts';
import { cancelChannel, pageChannel, type RequestTransaction } from './routes.ts';

/**
 * Adds a delivery for each service that repeats alarms by itself and may do so about a request that has ended: somebody
 * has taken it, it is done, or nobody needs help any more. `rang`: a recipient whose alarm ended just now. Its service
 * is told once more, because it may have heard to stop before it began.
 */
export async function cancelAlarms(
  { query, now, routes }: RequestTransaction,
  { requestId, rang }: { requestId: number; rang?: string },
): Promise<void> {
  const repeating = routes
    .filter(({ name }) => name === cancelChannel)
    .flatMap(({ recipients }) => recipients)
    .filter((recipient) => rang === undefined || recipient === rang);
  if (repeating.length > 0) {
    const recipients = JSON.stringify(repeating.map((recipient) => [recipient]));
    const isCertain = rang === undefined ? 0 : 1;
    await query(addCancellations, { requestId, recipients, isCertain, now });
  }
}

/**
 * A cancellation that is being sent becomes due again, and its result no longer counts. The step keeps it from passing
 * for a first mention that waits.
 */
const addCancellations = `
  insert into deliveries (request_id, channel, recipient, due_at, posted_at, rank, step)
  select request_id, '${cancelChannel}', recipient, :now, :now, 0, 1 from deliveries
  where request_id = :requestId and channel = '${pageChannel}'
    and recipient in (select value ->> 0 from json_each(:recipients))
    and (:isCertain = 1 or state = 'sending' or sends > 0 or step > 0 or possible_duplicate = 1)
    and exists (
      select 1 from requests where id = request_id and (taken_at is not null or done_at is not null
        or requests.canceled_at is not null or closed_at is not null or erased_at is not null))
  on conflict (request_id, channel, recipient) do update
  set state = 'pending', due_at = excluded.due_at, posted_at = excluded.posted_at, attempts = 0,
    lease_token = null, delivered_at = null`;

/** How long a service is asked to stop, in milliseconds. None repeats an alarm for longer. */
const longestRepeat = 15 * 60_000;

/** Gives up cancellations of alarms that have stopped by themselves. */
export async function closeOldCancellations({ query, now }: Transaction): Promise<void> {
  await query(closeOld, { channel: cancelChannel, oldest: now - longestRepeat });
}

const closeOld = `
  update deliveries set state = 'closed'
  where channel = :channel and state in ('pending', 'refused') and posted_at < :oldest`;
