import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { contactFields, fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { emailChannel } from './routes.ts';
import { saveRequests } from './save-requests.ts';
import { isUnsent } from './schema.ts';
import type { Transaction } from './transaction.ts';

export interface StoreStatus {
  /** How many requests wait for an email to be accepted, of the 10,000 oldest. Honeypots that were filled do not count. */
  waiting: number;
  oldest?: UnsentRequest;
  oldestEmergency?: UnsentRequest;
  /** References of the ten oldest requests with a refused delivery, and how many there are. */
  refused: string[];
  refusedCount: number;
  /** Damaged files that were set aside and not removed yet. */
  setAside: string[];
}

interface UnsentRequest {
  reference: string;
  /** How long it has waited, in milliseconds. */
  waited: number;
}

/** With the longest message in Latin letters. */
const probe = {
  fields: {
    ...(Object.fromEntries(fieldNames.map((name) => [name, '0'])) as ContactRequest),
    name: 'health check',
    service: 'emergency' as const,
    message: 'x'.repeat(contactFields.message.limit),
  },
  language: 'en' as const,
};

/**
 * Saves and removes a request, in one transaction like any other. A smaller write would not prove that a
 * request fits on a nearly full disk, and reading works even on a full or read-only one.
 */
export async function status(transaction: Transaction): Promise<StoreStatus> {
  const { query, wallClock } = transaction;
  const idempotencyKey = randomUUID();
  await saveRequests(transaction, [{ ...probe, idempotencyKey }]);
  await query('delete from requests where idempotency_key = :key', { key: `client:${idempotencyKey}` });
  const [counts] = await query(countUnsent, { channel: emailChannel }, countsRow);
  const { waiting = 0, oldest = null, emergency = null } = counts ?? {};
  const found = await query(findTimes, { oldest, emergency }, timesRow);
  const refused = await query(findRefused, {}, v.object({ reference: v.string(), all_refused: v.number() }));
  return {
    waiting,
    ...optional('oldest', oldest),
    ...optional('oldestEmergency', emergency),
    refused: refused.map(({ reference }) => reference),
    refusedCount: refused[0]?.all_refused ?? 0,
    setAside: [],
  };

  function optional(name: 'oldest' | 'oldestEmergency', id: number | null) {
    const row = found.find((one) => one.id === id);
    return row && { [name]: { reference: row.reference, waited: wallClock - row.received_at } };
  }
}

const countsRow = v.object({
  waiting: v.number(),
  oldest: v.nullable(v.number()),
  emergency: v.nullable(v.number()),
});

/** Request ids ascend with time, so the oldest has the lowest. */
const countUnsent = `
  select count(distinct id) as waiting, min(id) as oldest, min(case when emergency = 1 then id end) as emergency
  from (
    select requests.id, emergency
    from deliveries join requests on requests.id = request_id
    where ${isUnsent} and channel = :channel and honeypot_filled = 0
    order by request_id
    limit 10000
  ) as unsent`;

const timesRow = v.object({ id: v.number(), reference: v.string(), received_at: v.number() });

const findTimes = 'select id, reference, received_at from requests where id in (:oldest, :emergency)';

/** One that is being tried again counts until it is known how that ended. */
const findRefused = `
  select reference, count(*) over () as all_refused
  from requests
  where id in (
    select request_id from deliveries where ${isUnsent} and state in ('refused', 'sending') and result like 'refused %')
  order by id
  limit 10`;
