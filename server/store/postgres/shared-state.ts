import type { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
// Not the globals: in Deno those return numbers, which have no unref.
import { clearInterval, setInterval } from 'node:timers';
import type { Place, SharedState } from '../shared-state.ts';
import type { Transaction, Work } from './transaction.ts';

/** In milliseconds: a rate limit is not worth more of a visitor's time. */
const timeout = 1_000;

/** How often expired state is removed, in milliseconds. */
const sweepEvery = 30_000;

/** `perform` runs its work in a transaction. */
export function postgresSharedState(
  perform: <Result>(milliseconds: number, work: Work<Result>) => Promise<Result>,
) {
  const timer = setInterval(sweep, sweepEvery).unref();
  let isUsed = false;

  const shared: SharedState = {
    update: (place, change) => perform(timeout, (transaction) => update(transaction, place, change)),
    read: ({ name, key }) => perform(timeout, (transaction) => read(transaction, name, key)),
  };
  return { shared, close: () => clearInterval(timer) };

  async function update<State, Result>(
    { query, now }: Transaction,
    { name, key, ttl }: Place,
    change: (state: State | undefined, now: number) => { state: State; result: Result },
  ): Promise<Result> {
    isUsed = true;
    const place = [name, await hashOf(query, key)];
    // Insert first, so that there is a row to lock: two simultaneous posts must not both be the first.
    const { rows } = await query<{ state: State; endsAt: number }>(
      `insert into shared_state as existing (name, key_hash, ends_at)
       values ($1, $2, 0)
       on conflict (name, key_hash) do update set ends_at = existing.ends_at
       returning state, ends_at as "endsAt"`,
      place,
    );
    const [row] = rows;
    const { state, result } = change(row && row.endsAt > now ? row.state : undefined, now);
    await query('update shared_state set state = $3, ends_at = $4 where name = $1 and key_hash = $2', [
      ...place,
      JSON.stringify(state),
      now + ttl,
    ]);
    return result;
  }

  async function read<State>({ query, now }: Transaction, name: string, key: string) {
    const { rows } = await query<{ state: State }>(
      'select state from shared_state where name = $1 and key_hash = $2 and ends_at > $3',
      [name, await hashOf(query, key), now],
    );
    return { state: rows[0]?.state, now };
  }

  function sweep(): void {
    if (isUsed) {
      perform(timeout, async ({ query, now }) => {
        const { changes } = await query(
          `delete from shared_state
           where (name, key_hash) in (
             select name, key_hash from shared_state where ends_at <= $1 for update skip locked)`,
          [now],
        );
        const left = await query('select from shared_state limit 1');
        isUsed = changes > 0 || left.changes > 0;
      }).catch(() => undefined); // The store has logged it; the next sweep retries.
    }
  }
}

async function hashOf(query: Transaction['query'], key: string): Promise<Buffer> {
  const found = await query<{ secret: string }>(
    'select secret from shared_state_secrets where day = current_date',
  );
  const secret = found.rows[0]?.secret ?? (await newSecret(query));
  return createHmac('sha256', secret).update(key).digest();
}

async function newSecret(query: Transaction['query']): Promise<string> {
  await query('delete from shared_state_secrets where day < current_date');
  const { rows } = await query<{ secret: string }>(
    `insert into shared_state_secrets (day, secret)
     values (current_date, gen_random_uuid()::text || gen_random_uuid()::text)
     on conflict (day) do update set day = excluded.day
     returning secret`,
  );
  return rows[0]?.secret ?? '';
}
