import * as v from 'valibot';
import type { OldestUnsent } from './request-store.ts';
import type { Transaction } from './transaction.ts';

/** The requests that alerts are about. */
export async function oldestUnsent({ query, wallClock }: Transaction): Promise<OldestUnsent> {
  const [state] = await query(holding, {}, v.object({ holding: v.number() }));
  const isHolding = state?.holding === 1;
  const oldest: OldestUnsent = { refused: [], isHolding };
  for (const { kind, reference, received_at: receivedAt } of await query(unsent, {}, unsentRow)) {
    if (kind === 'refused') {
      oldest.refused.push(reference);
    } else if (kind === (isHolding ? 'unlisted' : 'waiting')) {
      oldest.ordinary = { reference, waited: wallClock - receivedAt };
    } else if (kind === 'emergency') {
      oldest.emergency = { reference, waited: wallClock - receivedAt };
    }
  }
  return oldest;
}

/** While the mail server fails, the budget is not what holds requests back. */
const holding = `
  select case when held_since is not null and failures = 0 then 1 else 0 end as holding from installation`;

const unsentRow = v.object({
  kind: v.picklist(['waiting', 'unlisted', 'emergency', 'refused']),
  reference: v.string(),
  received_at: v.number(),
});

/**
 * Considers only the oldest 10,000, which bounds the query to 20 ms: if more are waiting, those are late
 * anyway. Request ids ascend with time.
 */
const unsent = `
  with unsent as materialized (
    select request_id, reference, received_at, emergency, honeypot_filled, refused, listed_at
    from outbox_messages join requests on requests.id = request_id
    where state <> 'sent' and delivered_at is null
    order by request_id
    limit 10000
  )
  ${[
    kind('waiting', 'honeypot_filled = 0 and refused = 0', 1),
    kind('unlisted', 'honeypot_filled = 0 and refused = 0 and listed_at is null', 1),
    kind('emergency', 'emergency = 1 and honeypot_filled = 0 and listed_at is null', 1),
    kind('refused', 'refused = 1', 10),
  ].join(' union all ')}`;

function kind(name: v.InferOutput<typeof unsentRow>['kind'], condition: string, most: number): string {
  return `
  select * from (
    select '${name}' as kind, reference, received_at
    from unsent
    where ${condition}
    order by request_id
    limit ${most}) as of_a_kind`;
}
