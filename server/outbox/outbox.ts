import type { Clock } from '../clock.ts';
import { type Log, placeOf } from '../log.ts';
import type { Attempt, Mail, Transport } from '../mail/transport.ts';
import type { OwedMail, RequestStore, Settlement } from '../store/request-store.ts';
import { connectionState } from './connection-state.ts';
import { settlementOf } from './settlement.ts';
import { terms } from './terms.ts';

export interface OutboxParts {
  store: RequestStore;
  transport: Transport;
  compose(owed: OwedMail): Promise<Mail>;
  clock: Clock;
  log: Log;
  random(): number;
}

export interface Outbox {
  /** Says that something is owed, so that it does not wait for the next poll. */
  wake(): void;
  /** Takes no more mails; those being sent get `grace` milliseconds, then they are given up. */
  stop(grace: number): Promise<void>;
}

/** Sends what the store owes until it is stopped. Nothing it meets ends it: the owner waits for mail. */
export function startOutbox({ store, transport, compose, clock, log, random }: OutboxParts): Outbox {
  const connection = connectionState(clock, random);
  const stopping = new AbortController();
  const givingUp = new AbortController();
  const sending = new Map<number, Promise<void>>();
  const started = clock.elapsed();
  let unwritten = 0;
  let bell = Promise.withResolvers<void>();
  const finished = run();

  return {
    wake: () => bell.resolve(),
    stop: async (grace) => {
      stopping.abort();
      const allSettled = new AbortController();
      clock.wait(grace, allSettled.signal).then(() => givingUp.abort());
      await finished;
      await Promise.all(sending.values());
      allSettled.abort();
    },
  };

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const lanes = freeLanes();
      const owed = lanes > 0 ? await claim(lanes) : [];
      for (const mail of owed) {
        start(mail);
      }
      if (owed.length === 0) {
        await rest();
      }
    }
  }

  /** None while an outcome could not be written down: its mail would be claimed and sent again. */
  function freeLanes(): number {
    return connection.isOpen() && unwritten === 0 ? connection.lanes() - sending.size : 0;
  }

  function start(owed: OwedMail): void {
    const delivery = deliver(owed).finally(() => {
      sending.delete(owed.requestId);
      bell.resolve();
    });
    sending.set(owed.requestId, delivery);
  }

  async function claim(atMost: number): Promise<OwedMail[]> {
    const now = clock.now();
    const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
    try {
      return await store.claim({
        now,
        atMost,
        leaseEndsAt: after(terms.lease),
        underWay: [...sending.keys()],
        farthestDue: after(terms.refusal.longest * (1 + terms.jitter)),
        includeFiled: transport.delivers,
        // Measured, not by the time of day: a clock that jumps must not try them over and over.
        parkedBefore: after(-Math.min(terms.parked, clock.elapsed() - started)),
      });
    } catch {
      return []; // The store has logged it; the next poll asks again.
    }
  }

  async function deliver(owed: OwedMail): Promise<void> {
    const attempt = await send(owed);
    if (attempt.outcome === 'unreachable') {
      connection.failed();
    } else {
      connection.reached();
    }
    log('mail', { reference: owed.reference, outcome: attempt.outcome, answer: attempt.answer });
    if (attempt.outcome === 'refused') {
      log('mail parked, tried again daily and at each start', {
        reference: owed.reference,
        answer: attempt.answer,
      });
    }
    await settle(settlementOf(owed, attempt, clock.now(), random()));
  }

  async function send(owed: OwedMail): Promise<Attempt> {
    try {
      const deadline = AbortSignal.timeout(terms.sendDeadline);
      return await transport.send(await compose(owed), AbortSignal.any([givingUp.signal, deadline]));
    } catch (error) {
      // A fault of ours in one mail: it waits, the others go.
      log('mail failed', { reference: owed.reference, ...placeOf(error) });
      return { outcome: 'deferred', answer: 'fault' };
    }
  }

  /** Tries until it is written down: a store that is full for an hour must not make a repeat. */
  async function settle(settlement: Settlement): Promise<void> {
    let done = await written(settlement);
    if (!done) {
      unwritten += 1;
      while (!done && !givingUp.signal.aborted) {
        await clock.wait(terms.poll, givingUp.signal);
        done = await written(settlement);
      }
      unwritten -= 1;
    }
  }

  async function written(settlement: Settlement): Promise<boolean> {
    try {
      await store.settle(settlement);
      return true;
    } catch {
      return false;
    }
  }

  async function rest(): Promise<void> {
    const awake = new AbortController();
    await Promise.race([
      bell.promise,
      clock.wait(terms.poll, AbortSignal.any([stopping.signal, awake.signal])),
    ]);
    awake.abort();
    bell = Promise.withResolvers();
  }
}
