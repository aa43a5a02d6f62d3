import type { Clock } from '../clock.ts';
import { type Log, stackLocation } from '../log.ts';
import type { Attempt, Email, Transport } from '../mail/transport.ts';
import {
  type ClaimedRequest,
  type Overview,
  type RequestStore,
  type Requeue,
  StoreUnavailable,
} from '../store/request-store.ts';
import { deliveredToAll, resultOf, resultOfOverview } from './delivery-result.ts';
import { missedRecipients } from './missed-recipients.ts';
import { options } from './options.ts';

export interface OutboxParts {
  store: RequestStore;
  transport: Transport;
  compose(request: ClaimedRequest): Promise<Email>;
  /** If absent, there is no budget: a flood is emailed at once. */
  composeOverview?(overview: Overview): Promise<Email>;
  clock: Clock;
  log: Log;
  random(): number;
  /** Whether dead letters are retried at the start. */
  isServer?: boolean;
  /** Called whenever nothing can be claimed and nothing is in flight. */
  onIdle?(): void;
}

export interface Outbox {
  /** Signals that a message is pending, so that it does not wait for the next poll. */
  wake(): void;
  /** References of emails that an address in MAIL_TO has missed. Undefined while unknown. */
  missedByRecipients(): readonly string[] | undefined;
  /** Starts no more emails; those in flight are aborted after `grace` milliseconds. */
  stop(grace: number): Promise<void>;
}

/** Sends pending messages until stopped. Errors never end the loop. */
export function startOutbox(parts: OutboxParts): Outbox {
  const { store, transport, clock, log, random } = parts;
  // Files cannot flood a mailbox.
  const budget = parts.composeOverview && transport.delivers ? { budget: options.budget } : {};
  const requeues = new Set<Requeue>([
    ...(transport.delivers ? (['filed'] as const) : []),
    ...(parts.isServer ? (['dead-lettered'] as const) : []),
  ]);
  const recipients = missedRecipients(log);
  /** By lease token or overview. */
  const inFlight = new Map<string, Promise<void>>();
  let unrecorded = 0;
  let sweepAt = clock.elapsed();
  const stopping = new AbortController();
  const aborting = new AbortController();
  let awake = new AbortController();
  let isWoken = false;
  /** Whether another email could be sent if one were saved now. */
  let isOpen = true;
  const finished = run();

  return {
    wake: () => {
      if (isOpen) wakeUp();
    },
    missedByRecipients: recipients.missed,
    stop: async (grace) => {
      stopping.abort();
      wakeUp();
      const ended = new AbortController();
      clock.wait(grace, ended.signal).then(() => {
        aborting.abort(new DOMException('The server is stopping.', 'AbortError'));
      });
      const hung = clock.wait(grace + options.storeGrace, ended.signal);
      await Promise.race([finished.then(() => Promise.all(inFlight.values())), hung]);
      ended.abort();
    },
  };

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const claimedAt = clock.elapsed();
      const isFull = await step();
      if (!isFull) {
        await waitFor(options.claimInterval - (clock.elapsed() - claimedAt), false);
      }
      await waitFor(options.poll, true);
    }
  }

  /** Starts what may be sent now. Returns whether all slots are taken. */
  async function step(): Promise<boolean> {
    const free = unrecorded === 0 ? options.concurrency - inFlight.size : 0;
    if (free <= 0) {
      return true;
    }
    try {
      await prepare();
      const given = { limit: free, inFlight: [...inFlight.keys()], lease: options.lease, ...budget };
      const { requests, overview, ...claimed } = await store.claim(given);
      isOpen = claimed.isOpen;
      for (const request of requests) {
        start(request.leaseToken, deliver(request));
      }
      if (overview) {
        start(overview.id, deliverOverview(overview));
      }
      if (inFlight.size === 0) parts.onIdle?.();
      return requests.length === free;
    } catch (error) {
      logBug(error);
      return false;
    }
  }

  /** What a start or a minute brings with it, until the store has done it. */
  async function prepare(): Promise<void> {
    for (const what of requeues) {
      if ((await store.requeue(what)) === 0) requeues.delete(what);
    }
    if (clock.elapsed() >= sweepAt) {
      await store.sweep();
      sweepAt = clock.elapsed() + options.sweepInterval;
    }
  }

  function start(key: string, delivery: Promise<void>): void {
    const ended = delivery.finally(() => {
      inFlight.delete(key);
      wakeUp();
    });
    inFlight.set(key, ended);
  }

  async function deliver(request: ClaimedRequest): Promise<void> {
    const { reference, remaining } = request;
    let to: readonly string[] = [];
    const attempt = await send(reference, async () => {
      const email = await parts.compose(request);
      to = remaining === undefined ? email.to : email.to.filter((address) => remaining.includes(address));
      return { email, to, isForSome: remaining !== undefined };
    });
    if (attempt === 'nobody') {
      return record(() => store.record(deliveredToAll(request)));
    }
    const result = resultOf(request, to, attempt, random());
    log('mail', { reference, outcome: attempt.outcome, resultCode: attempt.resultCode });
    if (result.state === 'dead_lettered') {
      log('mail_dead_lettered', { reference, resultCode: attempt.resultCode });
    }
    if (remaining !== undefined && attempt.outcome === 'accepted') {
      log('recipient_reached', { reference, recipients: to.length - (attempt.refused?.length ?? 0) });
    }
    await record(() => store.record(result));
  }

  async function deliverOverview(overview: Overview): Promise<void> {
    const attempt = await send(overview.id, async () => {
      const email = await (parts.composeOverview as (overview: Overview) => Promise<Email>)(overview);
      return { email, to: email.to, isForSome: false };
    });
    if (attempt !== 'nobody') {
      const { outcome, resultCode } = attempt;
      log('overview', { outcome, resultCode, requests: overview.requests.length, more: overview.more });
      await record(() => store.recordOverview(resultOfOverview(overview, attempt, random())));
    }
  }

  /** Composes an email and sends it to those who lack it. */
  async function send(
    reference: string,
    compose: () => Promise<{ email: Email; to: readonly string[]; isForSome: boolean }>,
  ): Promise<Attempt | 'nobody'> {
    const sent = new AbortController();
    const late = new AbortController();
    clock.wait(options.sendTimeout, sent.signal).then(() => {
      if (!sent.signal.aborted) {
        late.abort(new DOMException('The mail server took too long.', 'TimeoutError'));
      }
    });
    try {
      const { email, to, isForSome } = await compose();
      if (to.length === 0) {
        return 'nobody';
      }
      const result = await transport.send({ ...email, to }, AbortSignal.any([late.signal, aborting.signal]));
      if (result.outcome === 'accepted' || isForSome) recipients.update(email, to, result);
      return result;
    } catch (error) {
      // A bug affecting one email: defer it, send the others.
      log('mail_failed', { reference, ...stackLocation(error) });
      return { outcome: 'deferred', resultCode: 'error' };
    } finally {
      sent.abort();
    }
  }

  /** Retries until recorded: a store that is full for an hour must not cause a duplicate. */
  async function record(write: () => Promise<unknown>): Promise<void> {
    let isDone = await tryTo(write);
    if (!isDone) {
      unrecorded += 1;
      while (!isDone && !aborting.signal.aborted) {
        await clock.wait(options.poll, aborting.signal);
        isDone = await tryTo(write);
      }
      unrecorded -= 1;
    }
  }

  async function tryTo(write: () => Promise<unknown>): Promise<boolean> {
    try {
      await write();
      return true;
    } catch (error) {
      logBug(error);
      return false;
    }
  }

  /** The store logs when it is unavailable; the next poll tries again. */
  function logBug(error: unknown): void {
    if (!(error instanceof StoreUnavailable)) {
      log('outbox_failed', stackLocation(error));
    }
  }

  function wakeUp(): void {
    isWoken = true;
    awake.abort();
  }

  /** Until the time is over, or with `isWakeable` until there may be something to do. */
  async function waitFor(milliseconds: number, isWakeable: boolean): Promise<void> {
    if (milliseconds > 0 && !stopping.signal.aborted && !(isWakeable && isWoken)) {
      awake = new AbortController();
      await clock.wait(milliseconds, isWakeable ? awake.signal : stopping.signal);
    }
    if (isWakeable) {
      isWoken = false;
    }
  }
}
