import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { exampleRequest } from './example-request.ts';

export interface Filling {
  count: number;
  state: 'sent' | 'pending';
  /** In milliseconds since 1970. */
  deliveredAt?: number;
  message?: string;
}

/** Writes requests straight into the tables of a data folder, which has one already: saving 100,000 takes long. */
export function fillStore(folder: string, { count, state, deliveredAt = 1, message = 'x' }: Filling): void {
  const database = new DatabaseSync(join(folder, 'requests.sqlite'), { timeout: 2_000 });
  database.exec(`
    begin;
    with recursive numbers (number) as (select 2 union all select number + 1 from numbers where number < ${count})
    insert into requests (
      id, reference, received_at, language, fields, field_count, honeypot_filled, emergency,
      idempotency_key, content_hash, turn)
    select number, substr('AAAAAA' || number, -6), 1, 'en', '${JSON.stringify({ ...exampleRequest, message })}', 0,
      0, 0, 'client:' || number, substr('${'0'.repeat(64)}' || number, -64), number
    from numbers;
    insert into deliveries (request_id, channel, recipient, state, due_at, rank, delivered_at)
    select id, 'email', 'owner@example.com', '${state}', 1, turn * 2, ${state === 'sent' ? deliveredAt : 'null'}
    from requests where id > 1;
    commit`);
  database.close();
}
