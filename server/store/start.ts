import * as v from 'valibot';
import { releaseLeases } from './claim.ts';
import { addDeliveries, hasUnsent } from './deliveries.ts';
import type { Transaction } from './transaction.ts';

export interface StartOptions {
  /** Channels whose deliveries arrive: what they only filed before is pending again. */
  delivering: readonly string[];
}

/**
 * Ends the last process's leases, if no other server sends. New recipients in the routes also get the
 * requests that are still unsent; recipients that are no longer in the routes get nothing more.
 */
export async function start(transaction: Transaction, { delivering }: StartOptions): Promise<void> {
  const { query, now, routes, isAlone } = transaction;
  if (isAlone) {
    await releaseLeases(transaction, '1 = 1', {});
  }
  await addDeliveries(transaction, hasUnsent, {});
  const isWanted = ({ channel, recipient }: v.InferOutput<typeof recipientRow>) =>
    routes.some(({ name, recipients }) => name === channel && recipients.includes(recipient));
  for (const gone of (await query(findRecipients, {}, recipientRow)).filter((one) => !isWanted(one))) {
    await query(close, gone);
  }
  for (const channel of delivering) {
    await query(sendFiled, { channel, now });
  }
}

const recipientRow = v.object({ channel: v.string(), recipient: v.string() });

const findRecipients = `
  select distinct channel, recipient from deliveries where state in ('pending', 'refused', 'filed')`;

const close = `
  update deliveries set state = 'closed'
  where channel = :channel and recipient = :recipient and state in ('pending', 'refused', 'filed')`;

const sendFiled = `
  update deliveries set state = 'pending', due_at = :now where state = 'filed' and channel = :channel`;
