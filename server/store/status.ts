import { isUnsent } from './schema.ts';
import { emailChannel, type Transaction } from './transaction.ts';

export interface StoreStatus {
  /** How many requests wait for an email to be accepted, of the 10,000 oldest. Without filled honeypots. */
  waiting: number;
  /** `waited`: for how long, in milliseconds. */
  oldest?: Waiting | undefined;
  oldestEmergency?: Waiting | undefined;
  /** References of those with a refused delivery, oldest first. */
  refused: string[];
  /** Damaged files that were set aside and not removed yet. */
  setAside: string[];
}

type Waiting = { reference: string; waited: number };

/** Writes, because reading works even on a full or read-only disk. */
export async function status({ query, wallClock }: Transaction): Promise<StoreStatus> {
  await query('update installation set openings = openings + 1', {});
  const unsent = await query<Waiting & { emergency: number; refused: number }>(findUnsent, {
    channel: emailChannel,
    wallClock,
  });
  return {
    waiting: unsent.length,
    oldest: unsent[0],
    oldestEmergency: unsent.find(({ emergency }) => emergency === 1),
    refused: unsent.filter(({ refused }) => refused === 1).map(({ reference }) => reference),
    setAside: [],
  };
}

/** A refused one that is being tried again counts as refused until it is known how that ended. */
const findUnsent = `
  select reference, :wallClock - received_at as waited, emergency,
    max(case when state in ('refused', 'sending') and result like 'refused %' then 1 else 0 end) as refused
  from deliveries join requests on requests.id = request_id
  where ${isUnsent} and channel = :channel and honeypot_filled = 0
  group by requests.id
  order by requests.id
  limit 10000`;
