import type { Clock } from '../clock.ts';
import { type Log, stackLocation } from '../log.ts';
import type { ClaimedDelivery } from '../store/claim.ts';
import type { DeliveryResult } from '../store/record.ts';
import type { RequestStore } from '../store/request-store.ts';
import { StoreUnavailable } from '../store/store-unavailable.ts';
import type { Attempt, Channel } from './channel.ts';
import { resultOf } from './delivery-result.ts';
import { backOff, options } from './options.ts';

export interface OutboxParts {
  store: RequestStore;
  channels: readonly Channel[];
  clock: Clock;
  log: Log;
  random(): number;
  /** Whether refused deliveries are retried at the start. */
  isServer?: boolean;
}

interface Signals {
  /** Starts nothing more. */
  stopping: AbortSignal;
  /** Ends what is in progress. */
  aborting: AbortSignal;
}

/** Sends what one channel has pending, until stopped: another channel's failures never delay it. */
export class ChannelSender {
  /** Whether something waits only because the budget is used up. */
  isHeldBack = false;
  /** Resolves once nothing can be claimed and nothing is in progress. */
  readonly idle = Promise.withResolvers<void>();
  readonly #channel: Channel;
  readonly #parts: OutboxParts;
  readonly #signals: Signals;
  /** By lease token. */
  readonly #inProgress = new Map<string, Promise<void>>();
  #unrecorded = 0;
  #failures = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #awake = new AbortController();

  constructor(channel: Channel, parts: OutboxParts, signals: Signals) {
    this.#channel = channel;
    this.#parts = parts;
    this.#signals = signals;
  }

  /** Errors never end the loop. Resolves when all that was in progress has ended, too. */
  async run(): Promise<void> {
    const { clock } = this.#parts;
    const { stopping } = this.#signals;
    const ended = new AbortController();
    this.#renewLeases(ended.signal);
    while (!stopping.aborted) {
      this.#awake = new AbortController();
      const { signal } = this.#awake;
      const claimedAt = clock.elapsed();
      const isFull = await tryTo(this.#parts, () => this.runBatch());
      if (!isFull) {
        await this.#wait(options.claimInterval - (clock.elapsed() - claimedAt), stopping);
      }
      await this.#wait(options.poll, AbortSignal.any([signal, stopping]));
    }
    await Promise.all(this.#inProgress.values());
    ended.abort();
  }

  wake(): void {
    this.#awake.abort();
  }

  /** Claims what may be sent now and begins to send it. Returns whether all senders are busy. */
  async runBatch(): Promise<boolean> {
    const { name, budget } = this.#channel;
    const limit = this.#freeSenders();
    if (limit > 0) {
      const claimed = await this.#parts.store.claim({ channel: name, limit, lease: options.lease, budget });
      this.isHeldBack = claimed.isHeldBack;
      for (const delivery of claimed.deliveries) {
        this.#begin(delivery);
      }
    }
    if (this.#inProgress.size === 0) {
      this.idle.resolve();
    }
    return this.#inProgress.size >= options.concurrency;
  }

  /** While the channel fails, one delivery at a time probes it; and none while a result is not recorded. */
  #freeSenders(): number {
    if (this.#unrecorded > 0 || this.#parts.clock.elapsed() < this.#pausedUntil) {
      return 0;
    } else {
      return (this.#failures > 0 ? 1 : options.concurrency) - this.#inProgress.size;
    }
  }

  #begin(delivery: ClaimedDelivery): void {
    const ended = this.#deliver(delivery).finally(() => {
      this.#inProgress.delete(delivery.leaseToken);
      this.wake();
    });
    this.#inProgress.set(delivery.leaseToken, ended);
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { log, random } = this.#parts;
    const { reference, channel } = delivery;
    const attempt = await this.#send(delivery);
    const chance = random();
    const result = resultOf(delivery, attempt, { chance, isStopping: this.#signals.aborting.aborted });
    const { outcome, resultCode, cause } = attempt;
    log('mail', { reference, channel, outcome, resultCode, ...(cause === undefined ? {} : { cause }) });
    if (result.state === 'refused') {
      log('mail_refused', { reference, channel, resultCode });
    }
    this.#observe(attempt, chance);
    await this.#record(result);
  }

  async #send(delivery: ClaimedDelivery): Promise<Attempt> {
    const { clock, log } = this.#parts;
    const sent = new AbortController();
    const late = new AbortController();
    clock.wait(options.sendTimeout, sent.signal).then(() => {
      if (!sent.signal.aborted) late.abort(new DOMException('The channel took too long.', 'TimeoutError'));
    });
    try {
      return await this.#channel.send(delivery, AbortSignal.any([late.signal, this.#signals.aborting]));
    } catch (error) {
      // A bug affecting one delivery: defer it, send the others.
      log('mail_failed', { reference: delivery.reference, ...stackLocation(error) });
      return { outcome: 'deferred', resultCode: 'error' };
    } finally {
      sent.abort();
    }
  }

  /** An unreachable channel pauses, longer each time. Concurrent attempts fail together and count as one. */
  #observe({ outcome }: Attempt, chance: number): void {
    const now = this.#parts.clock.elapsed();
    if (outcome !== 'unreachable' && outcome !== 'login refused' && outcome !== 'no answer') {
      this.#failures = 0;
      this.#pausedUntil = now;
    } else if (now >= this.#pausedUntil) {
      this.#failures += 1;
      const isLogin = outcome === 'login refused';
      this.#pausedUntil =
        now + (isLogin ? options.loginRefused : backOff(options.connection, this.#failures, chance));
    }
  }

  /** Retries until recorded: a store that is full for an hour must not cause a duplicate. */
  async #record(result: DeliveryResult): Promise<void> {
    const { store } = this.#parts;
    const { aborting } = this.#signals;
    const write = () => store.record(result).then(() => true);
    let isRecorded = await tryTo(this.#parts, write);
    if (!isRecorded) {
      this.#unrecorded += 1;
      while (!isRecorded && !aborting.aborted) {
        await this.#wait(options.poll, aborting);
        isRecorded = await tryTo(this.#parts, write);
      }
      this.#unrecorded -= 1;
    }
  }

  /** While this process lives, what it sends is its own. */
  async #renewLeases(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await this.#wait(options.renewal, ended);
      if (this.#inProgress.size > 0) {
        await tryTo(this.#parts, () => this.#parts.store.renew([...this.#inProgress.keys()], options.lease));
      }
    }
  }

  async #wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (milliseconds > 0 && !signal.aborted) {
      await this.#parts.clock.wait(milliseconds, signal);
    }
  }
}

/** Undefined if it failed. The store logs when it is unavailable; the next poll tries again. */
export async function tryTo<Result>(
  { log }: Pick<OutboxParts, 'log'>,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) {
      log('outbox_failed', stackLocation(error));
    }
    return undefined;
  }
}
