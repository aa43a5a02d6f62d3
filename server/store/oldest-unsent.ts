import type { OldestUnsent } from './request-store.ts';

export interface UnsentRow {
  kind: 'ordinary' | 'inDigest' | 'emergency' | 'refused';
  reference: string;
  receivedAt: number;
}

/**
 * For both databases. Considers only the oldest 10,000, which bounds the query to 20 ms: if more are waiting,
 * those are late anyway. Request ids ascend with time.
 */
export const oldestUnsentSql = `
  with unsent as materialized (
    select request_id, reference, received_at, service, honeypot_filled, excluded_from_digest,
      honeypot_filled or digest_id is not null as in_digest
    from outbox_messages join requests on requests.id = request_id
    where state <> 'sent'
    order by request_id
    limit 10000
  )
  ${[
    kind('ordinary', 'not in_digest and not excluded_from_digest', 1),
    kind('inDigest', 'in_digest and not excluded_from_digest', 1),
    kind('emergency', "service = 'emergency' and not honeypot_filled", 1),
    kind('refused', 'excluded_from_digest', 10),
  ].join(' union all ')}`;

function kind(name: UnsentRow['kind'], condition: string, most: number): string {
  return `
  select * from (
    select '${name}' as kind, reference, received_at as "receivedAt"
    from unsent
    where ${condition}
    order by request_id
    limit ${most}) as of_a_kind`;
}

export function oldestUnsentOf(rows: readonly UnsentRow[]): OldestUnsent {
  const oldest: OldestUnsent = { refused: [] };
  for (const { kind, reference, receivedAt } of rows) {
    if (kind === 'refused') {
      oldest.refused.push(reference);
    } else {
      oldest[kind] = { reference, receivedAt: new Date(receivedAt) };
    }
  }
  return oldest;
}
