import { type BucketBudget, returnPlace } from './budget.ts';
import type { LeasedDelivery } from './claim.ts';
import { repeatRank } from './rank.ts';
import type { Transaction } from './transaction.ts';

/** How one message ended, for each delivery that it carried. */
export interface MessageResult {
  channel: string;
  recipient: string;
  /** Whether the recipient's service accepted it, and if not, whether it may have arrived all the same. */
  isAccepted: boolean;
  mayHaveArrived: boolean;
  deliveries: readonly DeliveryResult[];
  /** When the message was claimed, and whether it counted the others that were due then. */
  claimedAt: number;
  countsOthers: boolean;
  /** Whose turn begins now, if a delivery has been due for that many milliseconds: this recipient can't be reached. */
  handsOver?: { to: string; after: number } | undefined;
  bucket?: BucketBudget | undefined;
  /** For a channel that repeats: when each message is due, in milliseconds after the request was saved. */
  steps?: readonly number[] | undefined;
}

export interface DeliveryResult
  extends Pick<
    LeasedDelivery,
    'deliveryId' | 'leaseToken' | 'requestId' | 'step' | 'attempts' | 'possibleDuplicate'
  > {
  rank?: number;
  postedAt?: number | null;
  dueAt?: number;
  /** If undefined, those of the message. */
  steps?: readonly number[] | undefined;
  state: 'pending' | 'sent' | 'refused' | 'filed';
  /** Milliseconds until a pending or refused delivery is due. If undefined, it stays due. */
  dueIn?: number | undefined;
  /** The outcome and its code. */
  result: string;
}

/** Records how an attempt ended, even after its lease, unless another sender has begun one. */
export async function record(transaction: Transaction, message: MessageResult): Promise<void> {
  const { channel, recipient, bucket, isAccepted, mayHaveArrived } = message;
  let recorded = 0;
  for (const delivery of message.deliveries) {
    recorded += await recordDelivery(transaction, message, delivery);
  }
  // A result may be recorded twice, because the store failed after its commit: the place comes back once.
  if (bucket && !isAccepted && !mayHaveArrived && recorded > 0) {
    await returnPlace(transaction, { channel, recipient, ...bucket }, message.claimedAt);
  }
  const isRefused = message.deliveries.some(({ state }) => state === 'refused');
  if (bucket && (isAccepted || isRefused)) {
    const refusedAt = isRefused ? transaction.now : null;
    await transaction.query(noteRefusal, { channel, recipient, refusedAt });
  }
  if (isAccepted && message.countsOthers) {
    const { claimedAt } = message;
    await transaction.query(tally, { channel, recipient, claimedAt, wallClock: transaction.wallClock });
  }
}

/** Returns how many rows it changed: none if the claim is no longer ours. */
async function recordDelivery(
  { query, now, wallClock }: Transaction,
  message: MessageResult,
  { possibleDuplicate, dueIn, rank = 0, postedAt, dueAt = now, state, ...result }: DeliveryResult,
): Promise<number> {
  const { isAccepted, mayHaveArrived, channel, recipient, handsOver } = message;
  const steps = result.steps ?? message.steps ?? [];
  // A clock that was ahead may have written it.
  const began = Math.min(postedAt ?? dueAt, now);
  const next = isAccepted || mayHaveArrived ? nextStep(steps, began, now) : undefined;
  // A channel that repeats says it with its next step. After the last, there is nothing more to say.
  const isOver = steps.length > 1 && mayHaveArrived && next === undefined;
  const isSent = isAccepted && next === undefined;
  const changed = await query(writeResult, {
    deliveryId: result.deliveryId,
    leaseToken: result.leaseToken,
    attempts: result.attempts,
    result: result.result,
    state: next ? 'pending' : isOver ? 'closed' : isSent ? 'sent' : state,
    step: next?.step ?? result.step,
    postedAt: next ? began : null,
    rank: isAccepted && next ? repeatRank(rank) : null,
    triedAt: wallClock,
    dueAt: next?.at ?? (dueIn === undefined ? null : Math.round(now + dueIn)),
    possibleDuplicate: possibleDuplicate ? 1 : 0,
    deliveredAt: isSent ? wallClock : null,
    sentAt: isAccepted ? wallClock : null,
    sends: isAccepted ? 1 : 0,
    // What has not arrived takes no place in the window. Anything else arrived by now.
    countedAt: isAccepted || possibleDuplicate ? now : null,
  });
  if (handsOver !== undefined && now - dueAt >= handsOver.after) {
    await query(beginTurn, {
      requestId: result.requestId,
      channel,
      recipient,
      to: handsOver.to,
      now,
    });
  }
  return changed.length;
}

/**
 * The first step that is still to come. The steps are earliest times: those that passed meanwhile are never made up
 * for, and one message stands for all of them.
 */
function nextStep(steps: readonly number[], postedAt: number, now: number) {
  const step = steps.findIndex((after) => postedAt + after > now);
  return step < 0 ? undefined : { step, at: postedAt + (steps[step] ?? 0) };
}

const writeResult = `
  update deliveries
  set state = :state, lease_token = null, step = :step, due_at = coalesce(:dueAt, due_at), attempts = :attempts,
    result = :result, tried_at = :triedAt, possible_duplicate = :possibleDuplicate, delivered_at = :deliveredAt,
    counted_at = :countedAt, rank = coalesce(:rank, rank), sends = sends + :sends,
    posted_at = coalesce(:postedAt, posted_at),
    first_sent_at = coalesce(first_sent_at, :sentAt), last_sent_at = coalesce(:sentAt, last_sent_at)
  where id = :deliveryId and lease_token = :leaseToken and state in ('sending', 'pending')
  returning id`;

const noteRefusal = `
  update buckets set refused_at = :refusedAt where channel = :channel and recipient = :recipient`;

/** Those that the message counted, and did not name. */
const tally = `
  update deliveries set tallied_at = :wallClock
  where channel = :channel and recipient = :recipient and state = 'pending' and due_at <= :claimedAt
    and sends = 0 and tallied_at is null`;

/** The recipient that the channel names, or of deliveries with places the next one of the same request. */
const isNext = `(position is null and recipient = :to or position = (
    select min(later.position) from deliveries as failed
    join deliveries as later on later.request_id = failed.request_id and later.channel = failed.channel
      and later.position > failed.position
    where failed.request_id = deliveries.request_id and failed.channel = :channel
      and failed.recipient = :recipient))`;

/** A recipient whose service fails, and the one whose turn begins instead. */
export interface HandOver {
  channel: string;
  recipient: string;
  to: string;
  /** How long a delivery has been due, in milliseconds. */
  after: number;
}

/** Begins another recipient's turn for what is due and not sent, because a service fails. */
export async function handOver({ query, now }: Transaction, { after, ...between }: HandOver): Promise<void> {
  await query(beginTurns, { ...between, now, overdue: now - after });
}

const beginTurns = `
  update deliveries set due_at = :now
  where channel = :channel and ${isNext} and state = 'pending' and sends = 0 and due_at > :now
    and request_id in (
      select request_id from deliveries
      where channel = :channel and recipient = :recipient and state = 'pending' and sends = 0
        and due_at <= :overdue)`;

const beginTurn = `
  update deliveries set due_at = :now
  where request_id = :requestId and channel = :channel and ${isNext} and state = 'pending'
    and sends = 0 and due_at > :now`;
