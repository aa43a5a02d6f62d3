import { acquireSlot, type Bucket, countDue } from './budget.ts';
import type { Transaction } from './transaction.ts';

/**
 * Uses a slot in a phone's budget for an alarm that isn't a delivery, like an alert, and returns the time. Returns
 * undefined if no slot can be spared. Deliveries have priority, and the last slot is reserved for first mentions.
 */
export async function acquireSpareSlot(
  transaction: Transaction,
  bucket: Bucket,
): Promise<number | undefined> {
  await transaction.lock('claim');
  const { channel, recipient } = bucket;
  if ((await countDue(transaction, { channel, recipient })) > 0) {
    return undefined;
  }
  return (await acquireSlot(transaction, bucket, { mayUseLast: false }))
    ? transaction.trustedTime
    : undefined;
}
