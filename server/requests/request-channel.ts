import * as v from 'valibot';
import type { Hours } from '../../content/hours.ts';
import { hour } from '../clock.ts';
import type { ClaimOptions } from '../queue/budget.ts';
import type { Channel } from '../queue/channel.ts';
import { type Claim, claimDeliveries, type LeasedDelivery, stepsBeganAtColumn } from '../queue/claim.ts';
import { type MessageResult, recordMessageResult } from '../queue/record-result.ts';
import type { Transaction } from '../queue/transaction.ts';
import {
  emailChannelName,
  ownerUpdateChannelName,
  pagingChannelName,
  type RequestChannelData,
  type RequestTransaction,
  stopOrderChannelName,
} from './channel-data.ts';
import { findNewest } from './on-call.ts';
import { readOwnerChangesOfKind } from './owner-changes.ts';
import { closeRefusedUpdates } from './owner-updates.ts';
import { createTakeTokens, type TakeTokens } from './request-token.ts';
import { needsNoAlarmsCondition } from './request-with-history.ts';
import { closeOldStopOrders, stopRepeatingAlarms } from './stop-repeating.ts';
import { requestColumns, requestRow, type StoredRequest } from './stored-request.ts';

/** A delivery and its request. */
export type DeliveryWithRequest = LeasedDelivery &
  StoredRequest & {
    claimedAt: Date;
    takeTokens: TakeTokens;
    /** The owner's shop hours when the request came in, if set and not withdrawn since. Only emails need them. */
    shopHours?: readonly Hours[] | undefined;
    /** The change that the owner is told about. Only the channel for owner updates needs it. */
    update?: 'canceled' | 'stillNeeded' | 'erased' | undefined;
  };

/** A channel that sends messages about requests. */
export type RequestChannel = Channel<DeliveryWithRequest> & RequestChannelData;

/**
 * The maximum age of an alarm. Older ones are dropped. Even in a flood from a thousand networks, each network's first
 * request gets its alarm within this time. The owner also gets the request by email.
 */
const maxAlarmAge = 48 * hour;

/** Functions that close unwanted deliveries, by channel. */
const closersByChannel: Partial<Record<string, (transaction: Transaction) => Promise<void>>> = {
  [pagingChannelName]: closeUnneededAlarms,
  [stopOrderChannelName]: closeOldStopOrders,
  [ownerUpdateChannelName]: closeRefusedUpdates,
};

/**
 * Leases deliveries and reads their requests. If a request is unreadable, its delivery is leased but not returned, so
 * it doesn't block the rest.
 */
export async function claimWithRequests(
  transaction: Transaction,
  options: ClaimOptions,
): Promise<Claim<DeliveryWithRequest>> {
  const { query, wallTime, hashKey } = transaction;
  const closeUnwanted = closersByChannel[options.channel];
  const { deliveries: leased, ...claimed } = await claimDeliveries(transaction, options, closeUnwanted);
  const deliveries: DeliveryWithRequest[] = [];
  const changes =
    options.channel === emailChannelName ? await readOwnerChangesOfKind(transaction, 'shop_hours') : [];
  const isOwnerUpdate = options.channel === ownerUpdateChannelName;
  // Owner updates and stop orders contain nothing that the driver wrote, so they are sent even after an erasure.
  const includesErased = isOwnerUpdate || options.channel === stopOrderChannelName ? 1 : 0;
  for (const delivery of leased) {
    const [row] = await query<{ update: DeliveryWithRequest['update'] }>(readRequestSql, {
      id: delivery.requestId,
      includesErased,
    });
    if (row === undefined) {
      await query(closeErasedSql, { leaseToken: delivery.leaseToken });
    }
    const { success, output: request } = v.safeParse(requestRow, row);
    if (success) {
      const takeTokens = createTakeTokens(hashKey, request);
      deliveries.push({
        ...delivery,
        ...request,
        claimedAt: new Date(wallTime),
        takeTokens,
        ...(isOwnerUpdate && { update: row?.update }),
        // Uses the shop hours of the time when the request came in, so that a repeated email usually has the same text.
        // A mail API recognizes a repeat only if its text is identical.
        shopHours: findNewest(
          changes.filter(({ beginsAt }) => beginsAt <= request.receivedAt.getTime()),
          'shop_hours',
        )?.value.lines,
      });
    }
  }
  return { ...claimed, deliveries };
}

/**
 * Records the result of a message. If somebody has taken a request in the meantime, or if it has ended, adds a stop
 * order for an alarm that its service would repeat.
 */
export async function recordResultAndStopRepeating(
  transaction: RequestTransaction,
  message: MessageResult,
): Promise<void> {
  await recordMessageResult(transaction, message);
  if (message.channel === pagingChannelName && (message.isAccepted || message.mayHaveArrived)) {
    for (const { requestId } of message.deliveries) {
      await stopRepeatingAlarms(transaction, { requestId, justRungRecipient: message.recipient });
    }
  }
}

const readRequestSql = `
  select ${requestColumns}, case
    when erased_at is not null then 'erased'
    when requests.canceled_at is null and still_needed_at is not null then 'stillNeeded'
    else 'canceled' end as "update"
  from requests
  where id = :id and (erased_at is null or :includesErased = 1)`;

/** Closes a delivery that became due again although its request is erased. */
const closeErasedSql = `update deliveries set state = 'closed' where lease_token = :leaseToken`;

/** Closes alarms about requests that need no more of them, and alarms that began too long ago. */
async function closeUnneededAlarms({ query, trustedTime }: Transaction): Promise<void> {
  await query(closeUnneededSql, { channel: pagingChannelName, oldest: trustedTime - maxAlarmAge });
}

const closeUnneededSql = `
  update deliveries set state = 'closed'
  where channel = :channel and state in ('pending', 'refused') and (${stepsBeganAtColumn} < :oldest or exists (
    select 1 from requests where id = request_id and ${needsNoAlarmsCondition}))`;
