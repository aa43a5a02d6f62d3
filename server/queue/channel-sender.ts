import type { Clock } from '../clock.ts';
import { describeError, type Log } from '../log/log.ts';
import type { ClaimOptions } from './budget.ts';
import { type AttemptResult, type Channel, type Consequence, type Message, outcomes } from './channel.ts';
import type { Claim, LeasedDelivery } from './claim.ts';
import { logUnexpectedError } from './log-unexpected-error.ts';
import type { DeliveryResult, FailingRecipient, MessageResult } from './record-result.ts';
import { computeBackOff, outboxTimings } from './timings.ts';
import { computeSteps } from './turns.ts';

/** The store operations that the queue uses. Each call is atomic. */
export interface QueueStore<Delivery extends LeasedDelivery> {
  prepareDeliveries(): Promise<void>;
  claim(options: ClaimOptions): Promise<Claim<Delivery>>;
  renewLeases(leaseTokens: readonly string[]): Promise<void>;
  recordResult(message: MessageResult): Promise<void>;
  makeNextRecipientDue(failing: FailingRecipient): Promise<void>;
}

export interface OutboxDependencies<Delivery extends LeasedDelivery> {
  store: QueueStore<Delivery>;
  channels: readonly Channel<Delivery>[];
  clock: Clock;
  log: Log;
  random(): number;
}

/** `stopping` ends the loop after its current batch, and `aborting` ends the attempts in progress. */
type SenderDependencies<Delivery extends LeasedDelivery> = OutboxDependencies<Delivery> & {
  stopping: AbortSignal;
  aborting: AbortSignal;
};

/** Sends one channel's due deliveries until stopped. Other channels' failures can't delay it. */
export class ChannelSender<Delivery extends LeasedDelivery> {
  hasHeldBackDeliveries = false;
  /** Resolves once no delivery can be claimed for now and no attempt is in progress. */
  readonly idle = Promise.withResolvers<void>();
  readonly #channel: Channel<Delivery>;
  readonly #dependencies: SenderDependencies<Delivery>;
  /** The attempts in progress, by their messages' lease tokens. */
  readonly #inProgress = new Map<readonly string[], Promise<void>>();
  #pauseCount = 0;
  /** Whether the last attempt wasn't accepted. */
  #lastFailed = false;
  #pausedUntil = 0;
  #wakeUp = new AbortController();

  get name(): string {
    return this.#channel.name;
  }

  constructor(channel: Channel<Delivery>, dependencies: SenderDependencies<Delivery>) {
    this.#channel = channel;
    this.#dependencies = dependencies;
  }

  /** Claims and sends until stopped, whatever errors occur. Resolves once every attempt has ended. */
  async run(): Promise<void> {
    const { clock, stopping } = this.#dependencies;
    while (!stopping.aborted) {
      this.#wakeUp = new AbortController();
      await runOrLog(this.#dependencies, () => this.#runBatch());
      await clock.wait(outboxTimings.claimInterval, stopping);
      await clock.wait(outboxTimings.poll, AbortSignal.any([this.#wakeUp.signal, stopping]));
    }
    await Promise.all(this.#inProgress.values());
  }

  wake(): void {
    this.#wakeUp.abort('something is due');
  }

  /**
   * Renews the leases, claims deliveries that may be sent now, and starts sending them. After a failure that paused the
   * channel, starts one message as a probe, once no other is in progress.
   */
  async #runBatch(): Promise<void> {
    const { store, clock } = this.#dependencies;
    const { name: channel, recipients, budget, maxPerMessage = 1, concurrency = 1 } = this.#channel;
    const freeSends = (this.#pauseCount > 0 ? 1 : concurrency) - this.#inProgress.size;
    if (this.#inProgress.size > 0) {
      // Renew the leases, so that no server, including this one, claims a delivery that is being sent.
      await store.renewLeases([...this.#inProgress.keys()].flat());
    }
    if (freeSends > 0 && clock.elapsed() >= this.#pausedUntil) {
      const claim = await store.claim({ channel, recipients, limit: freeSends * maxPerMessage, budget });
      this.hasHeldBackDeliveries = claim.hasHeldBackDeliveries;
      for (const deliveries of splitIntoGroups(claim.deliveries, maxPerMessage)) {
        const leaseTokens = deliveries.map(({ leaseToken }) => leaseToken);
        const attempt = this.#deliver({ deliveries, waiting: claim.waiting }, claim.claimedAt).finally(() => {
          this.#inProgress.delete(leaseTokens);
          this.wake();
        });
        this.#inProgress.set(leaseTokens, attempt);
      }
    }
    if (this.#lastFailed) {
      await this.#makeNextRecipientDue();
    }
    if (this.#inProgress.size === 0) {
      this.idle.resolve();
    }
  }

  /**
   * Makes the next recipient's deliveries due early while this recipient's service is failing, so that somebody hears
   * about deliveries that are stuck behind a pause or the budget.
   */
  async #makeNextRecipientDue(): Promise<void> {
    const { name: channel, turnTimes, nextRecipient = null, recipients } = this.#channel;
    const minOverdue = outboxTimings.nextRecipientDelay;
    for (const recipient of turnTimes === undefined ? [] : recipients) {
      await this.#dependencies.store.makeNextRecipientDue({ channel, recipient, nextRecipient, minOverdue });
    }
  }

  async #deliver(message: Message<Delivery>, claimedAt: number): Promise<void> {
    const { store, clock, log, random, aborting } = this.#dependencies;
    const signal = AbortSignal.any([AbortSignal.timeout(outboxTimings.sendTimeout), aborting]);
    const attempt = await this.#channel.send(message, signal).catch((error: unknown): AttemptResult => {
      // A bug must not stop the other messages, so defer only this one. `channel.log` below logs the affected requests.
      log('delivery_failed', { channel: this.#channel.name, ...describeError(error) });
      return { outcome: 'deferred', resultCode: 'error', cause: 'a bug: see delivery_failed' };
    });
    const jitter = random();
    const result = createResult(this.#channel, message, attempt, { jitter, isStopping: aborting.aborted });
    this.#updatePause(attempt, jitter);
    // Retry until the result is recorded or the outbox stops, because a full store must not cause a duplicate.
    const record = () =>
      store.recordResult({ ...result, claimedAt, mentionsWaiting: message.waiting > 0 }).then(() => true);
    while (!(await runOrLog(this.#dependencies, record)) && !aborting.aborted) {
      await clock.wait(outboxTimings.poll, aborting);
    }
    // Log last, so that whoever reads the line finds its result in the store.
    for (const delivery of message.deliveries) {
      this.#channel.log(delivery, attempt);
    }
  }

  /**
   * Pauses a failing channel, for a growing time, and at least as long as the other side asks. If concurrent attempts
   * fail together, only the first counts.
   */
  #updatePause({ outcome, retryAfter = 0 }: AttemptResult, jitter: number): void {
    const now = this.#dependencies.clock.elapsed();
    this.#lastFailed = outcome !== 'accepted';
    const { pausesChannel }: Consequence = outcomes[outcome];
    if (!pausesChannel) {
      this.#pauseCount = 0;
      this.#pausedUntil = now;
    } else if (now >= this.#pausedUntil) {
      this.#pauseCount += 1;
      const pause = computeBackOff(outboxTimings.connection, this.#pauseCount, jitter);
      const minPause = outcome === 'login refused' ? outboxTimings.loginRefused : pause;
      this.#pausedUntil = now + Math.max(minPause, retryAfter);
    }
  }
}

/** Splits deliveries into groups of up to `size`. No group is empty. */
function splitIntoGroups<Delivery>(deliveries: readonly Delivery[], size: number) {
  const groups: Message<Delivery>['deliveries'][] = [];
  for (let from = 0; from < deliveries.length; from += size) {
    groups.push(deliveries.slice(from, from + size) as unknown as Message<Delivery>['deliveries']);
  }
  return groups;
}

/**
 * Creates the result of a message. record-result.ts derives each delivery's state from it (docs/queue.md, "States").
 * If `isStopping`, this process may have ended the attempt, so a failure says nothing about the recipient. `jitter` is
 * from 0 to 1.
 */
function createResult<Delivery extends LeasedDelivery>(
  channel: Channel<Delivery>,
  { deliveries }: Message<Delivery>,
  { outcome, resultCode, retryAfter = 0 }: AttemptResult,
  { jitter, isStopping }: { jitter: number; isStopping: boolean },
): Omit<MessageResult, 'claimedAt' | 'mentionsWaiting'> {
  const { state, backsOff = false, mayHaveArrived = false }: Consequence = outcomes[outcome];
  const { budget, turnTimes, nextRecipient = null, refusedPause = outboxTimings.refused } = channel;
  const isAccepted = outcome === 'accepted';
  const minOverdue = state === 'refused' || mayHaveArrived ? 0 : outboxTimings.nextRecipientDelay;
  const results = deliveries.map((delivery): DeliveryResult => {
    const backOffCount = delivery.backOffCount + (backsOff && !isStopping ? 1 : 0);
    const isAmbiguousAgain = outcome === 'ambiguous' && delivery.lastResult?.startsWith('ambiguous ');
    const pause = isAmbiguousAgain
      ? outboxTimings.ambiguousTwice
      : computeBackOff(outboxTimings.deferral, backOffCount, jitter);
    const backedOff = backsOff && !isStopping ? Math.max(pause, retryAfter) : undefined;
    return {
      ...delivery,
      steps: findSteps(channel, delivery),
      state,
      dueIn: state === 'refused' ? refusedPause : backedOff,
      backOffCount,
      possibleDuplicate: delivery.possibleDuplicate || mayHaveArrived,
      result: `${isStopping && mayHaveArrived ? 'interrupted' : outcome} ${resultCode}`,
    };
  });
  return {
    channel: channel.name,
    recipient: deliveries[0].recipient,
    isAccepted,
    mayHaveArrived,
    deliveries: results,
    failingRecipient:
      turnTimes === undefined || isAccepted || isStopping ? undefined : { nextRecipient, minOverdue },
    bucket: budget && 'refillInterval' in budget ? budget : undefined,
    steps: channel.steps,
  };
}

/** Returns the delivery's own steps. Undefined if the channel's steps apply. */
function findSteps<Delivery extends LeasedDelivery>(
  { turnTimes }: Channel<Delivery>,
  { position, turnCount }: LeasedDelivery,
): number[] | undefined {
  const hasPosition = turnTimes !== undefined && position !== null && turnCount !== null;
  return hasPosition ? computeSteps(turnTimes, { position, turnCount }) : undefined;
}

/** Returns undefined if `work` failed. The store logs that it is unavailable, and the callers try again later. */
export function runOrLog<Result>(
  { log }: { log: Log },
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return work().catch((error: unknown) => {
    logUnexpectedError(log, error, 'outbox_failed');
    return undefined;
  });
}
