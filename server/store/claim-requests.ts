import * as v from 'valibot';
import type { Channel } from '../queue/channel.ts';
import { type Claim, type ClaimOptions, claimDeliveries, type LeasedDelivery } from '../queue/claim.ts';
import { type MessageResult, record } from '../queue/record.ts';
import type { Transaction } from '../queue/transaction.ts';
import { cancelAlarms, closeOldCancellations } from './cancel-alarms.ts';
import { cancelChannel, type DeliveryRoute, pageChannel, type RequestTransaction } from './routes.ts';
import { requestColumns, requestRow, type StoredRequest } from './stored-request.ts';
import { takeTokenOf } from './take.ts';

/** A delivery with the request that it is about. */
export type ClaimedDelivery = LeasedDelivery & StoredRequest & { claimedAt: Date; takeToken: string };

/** A channel that tells somebody of requests. */
export type RequestChannel = Channel<ClaimedDelivery> & DeliveryRoute;

/** How long after a request its links work, in milliseconds. */
export const linkWorksFor = 24 * 60 * 60_000;

/**
 * How long a request waits for its first alarm, in milliseconds: longer than a flood of a thousand networks takes. The
 * owner also gets its email.
 */
const ringsFor = 48 * 60 * 60_000;

/** Leases deliveries, and reads their requests. One whose request is unreadable stays leased and blocks no other. */
export async function claim(
  transaction: Transaction,
  options: ClaimOptions,
): Promise<Claim<ClaimedDelivery>> {
  const { query, now, wallClock, hashKey } = transaction;
  if (options.channel === pageChannel) {
    await query(closeEnded, { channel: pageChannel, oldest: now - ringsFor });
  } else if (options.channel === cancelChannel) {
    await closeOldCancellations(transaction);
  }
  const { deliveries: leased, ...claimed } = await claimDeliveries(transaction, options);
  const deliveries: ClaimedDelivery[] = [];
  for (const delivery of leased) {
    const [row] = await query(readRequest, { id: delivery.requestId });
    const { success, output: request } = v.safeParse(requestRow, row);
    if (success) {
      const takeToken = takeTokenOf(hashKey, request);
      deliveries.push({ ...delivery, ...request, claimedAt: new Date(wallClock), takeToken });
    }
  }
  return { ...claimed, deliveries };
}

/** Records how a message ended. If its request ended in the meantime, an alarm that repeats by itself is canceled. */
export async function recordResult(transaction: RequestTransaction, message: MessageResult): Promise<void> {
  await record(transaction, message);
  if (message.channel === pageChannel && (message.isAccepted || message.mayHaveArrived)) {
    for (const { requestId } of message.deliveries) {
      await cancelAlarms(transaction, { requestId, rang: message.recipient });
    }
  }
}

const readRequest = `select ${requestColumns} from requests where id = :id`;

/** Alarms about requests that somebody has taken or done, or that were saved too long ago. */
const closeEnded = `
  update deliveries set state = 'closed'
  where channel = :channel and state in ('pending', 'refused') and (posted_at < :oldest or exists (
    select 1 from requests where id = request_id and (taken_at is not null or done_at is not null)))`;
