import { type BucketBudget, releaseSlot } from './bucket.ts';
import { slotUsedAtColumn } from './budget.ts';
import { backOffCountColumn, type LeasedDelivery, stepsBeganAtColumn } from './claim.ts';
import { toRepeatRank } from './rank.ts';
import type { Transaction } from './transaction.ts';

/** The result of one message, and of each delivery in it. */
export interface MessageResult {
  channel: string;
  recipient: string;
  /** Whether the recipient's service accepted the message. */
  isAccepted: boolean;
  /** Whether the message may have arrived, even though the service didn't confirm that it accepted the message. */
  mayHaveArrived: boolean;
  deliveries: readonly DeliveryResult[];
  /** When the message was claimed. */
  claimedAt: number;
  /** Whether the text of the message says how many other deliveries wait. */
  mentionsWaiting: boolean;
  /**
   * Set if the recipient's service didn't accept the message, the recipients take turns, and this process isn't
   * stopping. The next recipient may then get a message early about each delivery that has been due long enough.
   */
  failingRecipient?: Pick<FailingRecipient, 'nextRecipient' | 'minOverdue'> | undefined;
  bucket?: BucketBudget | undefined;
  /**
   * When each message is due, in milliseconds after the steps began. If undefined, the channel doesn't repeat messages.
   */
  steps?: readonly number[] | undefined;
}

export interface DeliveryResult
  extends Pick<
    LeasedDelivery,
    'deliveryId' | 'leaseToken' | 'requestId' | 'step' | 'backOffCount' | 'possibleDuplicate'
  > {
  rank?: number;
  stepsBeganAt?: number | null;
  dueAt?: number;
  earlierSlotUsedAt?: number | null;
  /** If undefined, the message's steps apply. */
  steps?: readonly number[] | undefined;
  state: 'pending' | 'sent' | 'refused' | 'filed';
  /** Milliseconds until a pending or refused delivery is due, unless it has a next step. If undefined, it stays due. */
  dueIn?: number | undefined;
  /** The outcome and its code. */
  result: string;
}

/**
 * Records how an attempt ended. The result counts even if the lease has ended, but not if the delivery was closed or
 * has another lease token.
 */
export async function recordMessageResult(transaction: Transaction, message: MessageResult): Promise<void> {
  const { channel, recipient, bucket, isAccepted, mayHaveArrived } = message;
  let recorded = 0;
  for (const delivery of message.deliveries) {
    recorded += await recordDeliveryResult(transaction, message, delivery);
  }
  // Release the slot only once, even if the result is recorded again because the store failed after its commit.
  if (bucket && !isAccepted && !mayHaveArrived && recorded > 0) {
    await releaseSlot(transaction, { channel, recipient, ...bucket }, message.claimedAt);
  }
  const isRefused = message.deliveries.some(({ state }) => state === 'refused');
  if (bucket && (isAccepted || isRefused)) {
    const refusedAt = isRefused ? transaction.trustedTime : null;
    await transaction.query(writeRefusalSql, { channel, recipient, refusedAt });
  }
  if (isAccepted && message.mentionsWaiting) {
    const { claimedAt } = message;
    await transaction.query(markTalliedSql, {
      channel,
      recipient,
      claimedAt,
      wallTime: transaction.wallTime,
    });
  }
}

/**
 * Writes a delivery's next state (docs/queue.md, "States"). May also make the next recipient's delivery due. Returns
 * the number of changed rows, which is 0 if the result no longer counts.
 */
async function recordDeliveryResult(
  { query, trustedTime, wallTime }: Transaction,
  message: MessageResult,
  delivery: DeliveryResult,
): Promise<number> {
  const { isAccepted, mayHaveArrived, channel, recipient, failingRecipient } = message;
  const { rank = 0, stepsBeganAt, dueAt = trustedTime, dueIn, possibleDuplicate, state } = delivery;
  const steps = delivery.steps ?? message.steps ?? [];
  // The steps can't begin in the future, unless the clock was ahead.
  const began = Math.min(stepsBeganAt ?? dueAt, trustedTime);
  const next = isAccepted || mayHaveArrived ? findNextStep(steps, began, trustedTime) : undefined;
  // If the message may have arrived, a channel with several steps tries again only at its next step, if there is one.
  const isExhausted = steps.length > 1 && mayHaveArrived && next === undefined;
  const isSent = isAccepted && next === undefined;
  const changed = await query(writeResultSql, {
    deliveryId: delivery.deliveryId,
    leaseToken: delivery.leaseToken,
    backOffCount: delivery.backOffCount,
    result: delivery.result,
    // A next step comes first. Otherwise, the delivery is closed, or in the outcome's own state, like `sent`.
    state: next ? 'pending' : isExhausted ? 'closed' : state,
    step: next?.step ?? delivery.step,
    stepsBeganAt: next ? began : null,
    rank: isAccepted && next ? toRepeatRank(rank) : null,
    triedAt: wallTime,
    dueAt: next?.at ?? (dueIn === undefined ? null : Math.round(trustedTime + dueIn)),
    possibleDuplicate: possibleDuplicate ? 1 : 0,
    deliveredAt: isSent ? wallTime : null,
    sentAt: isAccepted ? wallTime : null,
    sends: isAccepted ? 1 : 0,
    // Only an attempt that reached the recipient, or may have, keeps its slot in the window. The slot counts from now,
    // because the message may have arrived just now. Counting from the claim would free the slot too soon.
    slotUsedAt: isAccepted || mayHaveArrived ? trustedTime : (delivery.earlierSlotUsedAt ?? null),
  });
  if (failingRecipient !== undefined && trustedTime - dueAt >= failingRecipient.minOverdue) {
    await query(makeNextRecipientOfRequestDueSql, {
      requestId: delivery.requestId,
      channel,
      recipient,
      nextRecipient: failingRecipient.nextRecipient,
      trustedTime,
    });
  }
  return changed.length;
}

/**
 * Finds the first step in the future. A step is the earliest time to send a message. One message replaces all missed
 * steps.
 */
function findNextStep(steps: readonly number[], stepsBeganAt: number, now: number) {
  const step = steps.findIndex((after) => stepsBeganAt + after > now);
  return step < 0 ? undefined : { step, at: stepsBeganAt + (steps[step] ?? 0) };
}

/**
 * Writes a result. If `dueAt`, `rank`, `stepsBeganAt`, or `sentAt` is null, the column keeps its value. If
 * `deliveredAt` or `slotUsedAt` is null, the column is cleared.
 */
const writeResultSql = `
  update deliveries
  set state = :state, lease_token = null, step = :step, due_at = coalesce(:dueAt, due_at),
    ${backOffCountColumn} = :backOffCount, result = :result, tried_at = :triedAt, possible_duplicate = :possibleDuplicate, delivered_at = :deliveredAt,
    ${slotUsedAtColumn} = :slotUsedAt, rank = coalesce(:rank, rank), sends = sends + :sends,
    ${stepsBeganAtColumn} = coalesce(:stepsBeganAt, ${stepsBeganAtColumn}),
    first_sent_at = coalesce(first_sent_at, :sentAt), last_sent_at = coalesce(:sentAt, last_sent_at)
  where id = :deliveryId and lease_token = :leaseToken and state in ('sending', 'pending')
  returning id`;

const writeRefusalSql = `
  update buckets set refused_at = :refusedAt where channel = :channel and recipient = :recipient`;

/**
 * Marks the deliveries that the message only counted, like "and 3 more waiting", unless an earlier message named them.
 * Only the simulation reads these marks.
 */
const markTalliedSql = `
  update deliveries set tallied_at = :wallTime
  where channel = :channel and recipient = :recipient and state = 'pending' and due_at <= :claimedAt
    and sends = 0 and tallied_at is null`;

/**
 * SQL condition: the delivery's recipient comes next after `:recipient`. This is `:nextRecipient` or, with positions,
 * every recipient at the next higher position.
 */
const nextRecipientCondition = `(position is null and recipient = :nextRecipient or position = (
    select min(later.position) from deliveries as failed
    join deliveries as later on later.request_id = failed.request_id and later.channel = failed.channel
      and later.position > failed.position
    where failed.request_id = deliveries.request_id and failed.channel = :channel
      and failed.recipient = :recipient))`;

/** A recipient whose service fails, and the next recipient, which may get a message early. */
export interface FailingRecipient {
  channel: string;
  recipient: string;
  /** Null for the last recipient. */
  nextRecipient: string | null;
  /** How long a delivery must have been due, in milliseconds. */
  minOverdue: number;
}

/**
 * Finds the failing recipient's overdue, pending deliveries. For each of their requests, makes the next recipient's
 * delivery due now. Skips deliveries whose message was already accepted (`notAcceptedYetCondition`).
 */
export async function makeNextRecipientDue(
  { query, trustedTime }: Transaction,
  { minOverdue, ...recipients }: FailingRecipient,
): Promise<void> {
  await query(makeNextRecipientDueSql, {
    ...recipients,
    trustedTime,
    overdueSince: trustedTime - minOverdue,
  });
}

/**
 * The value of `step` after a delivery's steps started again. The next message that is accepted, or may have arrived,
 * replaces it.
 */
export const restartedStep = -1;

/** SQL condition: no message of the delivery was accepted, or none since its steps started again. */
const notAcceptedYetCondition = `(sends = 0 or step = ${restartedStep})`;

const makeNextRecipientDueSql = `
  update deliveries set due_at = :trustedTime
  where channel = :channel and ${nextRecipientCondition} and state = 'pending' and ${notAcceptedYetCondition}
    and due_at > :trustedTime
    and request_id in (
      select request_id from deliveries
      where channel = :channel and recipient = :recipient and state = 'pending' and ${notAcceptedYetCondition}
        and due_at <= :overdueSince)`;

const makeNextRecipientOfRequestDueSql = `
  update deliveries set due_at = :trustedTime
  where request_id = :requestId and channel = :channel and ${nextRecipientCondition} and state = 'pending'
    and ${notAcceptedYetCondition} and due_at > :trustedTime`;
