import type { Clock } from '../clock.ts';
import { type Log, stackLocation } from '../log.ts';
import type { ClaimedDelivery, DeliveryResult } from '../store/claim.ts';
import type { RequestStore } from '../store/request-store.ts';
import { StoreUnavailable } from '../store/transaction.ts';
import { type Attempt, type Channel, type Consequence, outcomes } from './channel.ts';
import { backOff, options } from './options.ts';

export interface OutboxParts {
  store: RequestStore;
  channels: readonly Channel[];
  clock: Clock;
  log: Log;
  random(): number;
}

/** `stopping` begins nothing more, `aborting` ends what is in progress. */
type SenderParts = OutboxParts & { stopping: AbortSignal; aborting: AbortSignal };

/** Sends what one channel has pending, until stopped: another channel's failures never delay it. */
export class ChannelSender {
  /** Whether something waits only because the budget is used up. */
  isHeldBack = false;
  /** Resolves once nothing can be claimed and nothing is in progress. */
  readonly idle = Promise.withResolvers<void>();
  readonly #channel: Channel;
  readonly #parts: SenderParts;
  /** By lease token. */
  readonly #inProgress = new Map<string, Promise<void>>();
  #failures = 0;
  #pausedUntil = 0;
  #awake = new AbortController();

  constructor(channel: Channel, parts: SenderParts) {
    this.#channel = channel;
    this.#parts = parts;
  }

  /** Errors never end the loop. Resolves when all that was in progress has ended, too. */
  async run(): Promise<void> {
    const { clock, stopping } = this.#parts;
    while (!stopping.aborted) {
      this.#awake = new AbortController();
      await tryTo(this.#parts, () => this.#runBatch());
      await clock.wait(options.claimInterval, stopping);
      await clock.wait(options.poll, AbortSignal.any([this.#awake.signal, stopping]));
    }
    await Promise.all(this.#inProgress.values());
  }

  wake(): void {
    this.#awake.abort('something is due');
  }

  /** Claims what may be sent now, and begins to send it. While the channel fails, one delivery probes it. */
  async #runBatch(): Promise<void> {
    const { store, clock } = this.#parts;
    const { name: channel, budget } = this.#channel;
    const limit = (this.#failures > 0 ? 1 : options.concurrency) - this.#inProgress.size;
    if (this.#inProgress.size > 0) {
      // Renews leases while this process runs, so nobody claims what it is sending, itself included.
      await store.renew([...this.#inProgress.keys()]);
    }
    if (limit > 0 && clock.elapsed() >= this.#pausedUntil) {
      const claim = await store.claim({ channel, limit, budget });
      this.isHeldBack = claim.isHeldBack;
      for (const delivery of claim.deliveries) {
        const ended = this.#deliver(delivery).finally(() => {
          this.#inProgress.delete(delivery.leaseToken);
          this.wake();
        });
        this.#inProgress.set(delivery.leaseToken, ended);
      }
    }
    if (this.#inProgress.size === 0) {
      this.idle.resolve();
    }
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { store, clock, log, random, aborting } = this.#parts;
    const { reference, channel } = delivery;
    const signal = AbortSignal.any([AbortSignal.timeout(options.sendTimeout), aborting]);
    const attempt = await this.#channel.send(delivery, signal).catch((error: unknown): Attempt => {
      // A bug affecting one delivery: defer it, send the others.
      log('mail_failed', { reference, ...stackLocation(error) });
      return { outcome: 'deferred', resultCode: 'error', cause: 'a bug: see mail_failed' };
    });
    const chance = random();
    const result = resultOf(delivery, attempt, { chance, isStopping: aborting.aborted });
    log('mail', { reference, channel, ...attempt });
    this.#observe(attempt, chance);
    // Until it is recorded: a store that is full for an hour must not cause a duplicate.
    const record = () => store.record(result).then(() => true);
    while (!(await tryTo(this.#parts, record)) && !aborting.aborted) {
      await clock.wait(options.poll, aborting);
    }
  }

  /**
   * An unreachable channel pauses, longer each time, and at least as long as the other side asks. Concurrent attempts
   * fail together and count as one.
   */
  #observe(attempt: Attempt, chance: number): void {
    const now = this.#parts.clock.elapsed();
    const { pauses }: Consequence = outcomes[attempt.outcome];
    if (attempt.outcome === 'accepted' || !pauses) {
      this.#failures = 0;
      this.#pausedUntil = now;
    } else if (now >= this.#pausedUntil) {
      this.#failures += 1;
      const isLogin = attempt.outcome === 'login refused';
      const pause = isLogin ? options.loginRefused : backOff(options.connection, this.#failures, chance);
      this.#pausedUntil = now + Math.max(pause, attempt.retryAfter ?? 0);
    }
  }
}

/**
 *   saved ──► pending ──claim──► sending ──accepted──► sent
 *                ▲                  │
 *                ├── deferred, ambiguous: after a pause that grows
 *                ├── unreachable, login refused, no answer: at once, when the channel is tried
 *                ├── its lease ended, or its server stopped: at once, as a possible duplicate
 *
 *   sending ──refused for good──► refused ──claim, a day later──► sending
 *
 * `isStopping`: this process ended the attempt, which says nothing about the recipient. `chance`: from 0 to 1.
 */
function resultOf(
  { deliveryId, leaseToken, step, ...delivery }: ClaimedDelivery,
  { outcome, resultCode }: Attempt,
  { chance, isStopping }: { chance: number; isStopping: boolean },
): DeliveryResult {
  const { state, backsOff = false, mayHaveArrived = false }: Consequence = outcomes[outcome];
  const attempts = delivery.attempts + (backsOff && !isStopping ? 1 : 0);
  const isAmbiguousAgain = outcome === 'ambiguous' && delivery.lastResult?.startsWith('ambiguous ');
  const pause = isAmbiguousAgain ? options.ambiguousTwice : backOff(options.deferral, attempts, chance);
  return {
    deliveryId,
    leaseToken,
    step,
    state,
    dueIn: state === 'refused' ? options.refused : backsOff && !isStopping ? pause : 0,
    attempts,
    possibleDuplicate: delivery.possibleDuplicate || mayHaveArrived,
    result: `${isStopping && mayHaveArrived ? 'interrupted' : outcome} ${resultCode}`,
  };
}

/** Undefined if it failed. The store logs when it is unavailable; the next poll tries again. */
export function tryTo<Result>(
  { log }: { log: Log },
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return work().catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) log('outbox_failed', stackLocation(error));
    return undefined;
  });
}
