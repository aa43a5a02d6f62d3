import { releaseLeases } from './claim.ts';
import { settleTurn } from './record.ts';
import { isUnsent } from './schema.ts';
import type { Transaction } from './transaction.ts';

export interface StartOptions {
  /** Channels whose deliveries arrive: what they only filed before is pending again. */
  delivering: readonly string[];
  /** Whether this is the start of a server, which the owner may have given for what was refused. */
  isServer: boolean;
}

const hour = 60 * 60_000;

/**
 * Frees what the last process held, if no other server sends, and compares what waits with the recipients of
 * the routes: those that are new get it, too, and those that are gone do not.
 */
export async function start(transaction: Transaction, { delivering, isServer }: StartOptions): Promise<void> {
  const { query, now, routes, isAlone } = transaction;
  if (isAlone) {
    await releaseLeases(transaction, '1 = 1', {});
  }
  const recipients = routes.flatMap(({ name, recipients, emergenciesOnly }) =>
    recipients.map((recipient) => ({
      route: name,
      address: recipient,
      emergencies: emergenciesOnly ? 1 : 0,
    })),
  );
  await query(addRecipients, { recipients, now });
  await query(closeForOthers, { recipients });
  await query(sendFiled, { delivering: delivering.map((name) => ({ name })), now });
  if (isServer) {
    // Refused ones are due a day later. A server that keeps crashing must not try them over and over.
    await query(retryRefused, { now, after: now + 23 * hour });
  }
  await query(
    `${settleTurn} where turn is not null or id in (select request_id from deliveries where ${isUnsent})`,
    {},
  );
}

const addRecipients = `
  insert into deliveries (request_id, channel, recipient, due_at)
  select requests.id, route, address, :now
  from requests cross join rows(:recipients, route text, address text, emergencies bigint) as wanted
  where (turn is not null or requests.id in (select request_id from deliveries where ${isUnsent}))
    and (emergencies = 0 or (emergency = 1 and honeypot_filled = 0))
  on conflict (request_id, channel, recipient)
    do update set state = 'pending', due_at = excluded.due_at where deliveries.state = 'closed'`;

const closeForOthers = `
  update deliveries
  set state = 'closed'
  where state in ('pending', 'refused', 'filed')
    and not exists (
      select 1 from rows(:recipients, route text, address text, emergencies bigint) as wanted
      where route = channel and address = recipient)`;

const sendFiled = `
  update deliveries
  set state = 'pending', due_at = :now
  where state = 'filed' and channel in rows(:delivering, name text)`;

const retryRefused = `
  update deliveries set due_at = :now where state = 'refused' and due_at > :now and due_at < :after`;
