import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

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
    insert into requests (id, reference, received_at, language, name, phone, email, service, message)
    select number, substr('AAAAAA' || number, -6), 1, 'en', 'Ana', '8325550188', 'ana@example.com', 'fleet', '${message}'
    from numbers;
    insert into outbox_messages (request_id, state, due_at, delivered_at, emergency, round)
    select id, '${state}', 1, ${state === 'sent' ? deliveredAt : 'null'}, 0, id from requests where id > 1;
    insert into idempotency_records (key, content_hash, saved_at, request_id)
    select 'client:' || id, substr('${'0'.repeat(64)}' || id, -64), 1, id from requests where id > 1;
    commit`);
  database.close();
}
