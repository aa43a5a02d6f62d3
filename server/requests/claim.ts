import * as v from 'valibot';
import type { Hours } from '../../content/hours.ts';
import type { ClaimOptions } from '../queue/budget.ts';
import type { Channel } from '../queue/channel.ts';
import { type Claim, claimDeliveries, type LeasedDelivery } from '../queue/claim.ts';
import { type MessageResult, record } from '../queue/record.ts';
import type { Transaction } from '../queue/transaction.ts';
import { cancelAlarms, closeOldCancellations } from './cancel-alarms.ts';
import { readKind } from './changes.ts';
import { newestOf } from './on-call.ts';
import { createTakeTokens, type TakeTokens } from './request-token.ts';
import {
  cancelChannel,
  type DeliveryRoute,
  emailChannel,
  newsChannel,
  pageChannel,
  type RequestTransaction,
} from './routes.ts';
import { requestColumns, requestRow, type StoredRequest } from './stored-request.ts';

/** A delivery with the request that it is about. */
export type ClaimedDelivery = LeasedDelivery &
  StoredRequest & {
    claimedAt: Date;
    takeTokens: TakeTokens;
    /** For email alone: the shop hours that the site named when the request came, if they weren't the content's. */
    shopHours?: readonly Hours[] | undefined;
    /** For the channel of news alone: what became of the request. */
    news?: 'canceled' | 'erased';
  };

/** A channel that tells somebody of requests. */
export type RequestChannel = Channel<ClaimedDelivery> & DeliveryRoute;

/**
 * How long a request waits for its first alarm, in milliseconds: longer than a flood of a thousand networks takes. The
 * owner also gets its email.
 */
const ringsFor = 48 * 60 * 60_000;

/** What closes a channel's deliveries that nobody wants any more. */
const closingOf: Partial<Record<string, (transaction: Transaction) => Promise<void>>> = {
  [pageChannel]: closeEndedAlarms,
  [cancelChannel]: closeOldCancellations,
};

/** Leases deliveries, and reads their requests. One whose request is unreadable stays leased and blocks no other. */
export async function claim(
  transaction: Transaction,
  options: ClaimOptions,
): Promise<Claim<ClaimedDelivery>> {
  const { query, wallClock, hashKey } = transaction;
  const closeUnwanted = closingOf[options.channel];
  const { deliveries: leased, ...claimed } = await claimDeliveries(transaction, options, closeUnwanted);
  const deliveries: ClaimedDelivery[] = [];
  const changes = options.channel === emailChannel ? await readKind(transaction, 'shop_hours') : [];
  const isNews = options.channel === newsChannel;
  // Both say nothing of what a request said.
  const evenErased = isNews || options.channel === cancelChannel ? 1 : 0;
  for (const delivery of leased) {
    const [row] = await query<{ isErased: number }>(readRequest, { id: delivery.requestId, evenErased });
    if (row === undefined) {
      await query(closeErased, { leaseToken: delivery.leaseToken });
    }
    const { success, output: request } = v.safeParse(requestRow, row);
    if (success) {
      const takeTokens = createTakeTokens(hashKey, request);
      const news = row?.isErased === 1 ? 'erased' : 'canceled';
      deliveries.push({
        ...delivery,
        ...request,
        claimedAt: new Date(wallClock),
        takeTokens,
        ...(isNews && { news }),
        // As they were then: a mail API drops a repeated email only if it says the same.
        shopHours: newestOf(
          changes.filter(({ beginsAt }) => beginsAt <= request.receivedAt.getTime()),
          'shop_hours',
        )?.value.lines,
      });
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

const readRequest = `
  select ${requestColumns}, case when erased_at is null then 0 else 1 end as "isErased" from requests
  where id = :id and (erased_at is null or :evenErased = 1)`;

/** Its contents were deleted while it was being sent. */
const closeErased = `update deliveries set state = 'closed' where lease_token = :leaseToken`;

/** Whether no phone should ring about a request any more, in SQL. */
const needsNoAlarm = `(taken_at is not null or done_at is not null or requests.canceled_at is not null
  or closed_at is not null or erased_at is not null)`;

/** Alarms about requests that need none any more, or that were saved too long ago. */
async function closeEndedAlarms({ query, now }: Transaction): Promise<void> {
  await query(closeEnded, { channel: pageChannel, oldest: now - ringsFor });
}

const closeEnded = `
  update deliveries set state = 'closed'
  where channel = :channel and state in ('pending', 'refused') and (posted_at < :oldest or exists (
    select 1 from requests where id = request_id and ${needsNoAlarm}))`;
