import type { Clock } from '../clock.ts';
import { type Log, placeOf } from '../log.ts';
import type { Attempt, Mail, Transport } from '../mail/transport.ts';
import type { OwedCollective, OwedMail, RequestStore, Settlement } from '../store/request-store.ts';
import { claimFor } from './claim.ts';
import { collecting } from './collecting.ts';
import { connectionState } from './connection-state.ts';
import type { Shipment } from './shipment.ts';
import { terms } from './terms.ts';

export interface OutboxParts {
  store: RequestStore;
  transport: Transport;
  compose(owed: OwedMail): Promise<Mail>;
  /** Absent: a flood goes out mail by mail, and so does what fell for the honeypot. */
  composeCollective?(owed: OwedCollective): Promise<Mail>;
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
export function startOutbox(parts: OutboxParts): Outbox {
  const { store, transport, clock, log, random } = parts;
  const connection = connectionState(clock, random);
  // Files flood nobody.
  const flood = parts.composeCollective && transport.delivers ? collecting(clock) : undefined;
  const claim = claimFor(parts, flood);
  const stopping = new AbortController();
  const givingUp = new AbortController();
  const sending = new Map<number, Promise<void>>();
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
      const shipments = lanes > 0 ? await claim(lanes, [...sending.keys()]) : [];
      for (const shipment of shipments) {
        start(shipment);
      }
      if (shipments.length === 0) {
        await rest();
      }
    }
  }

  /** None while an outcome could not be written down: its mail would be claimed and sent again. */
  function freeLanes(): number {
    return connection.isOpen() && unwritten === 0 ? connection.lanes() - sending.size : 0;
  }

  function start(shipment: Shipment): void {
    const ids = shipment.mails.map(({ requestId }) => requestId);
    const delivery = deliver(shipment).finally(() => {
      for (const id of ids) {
        sending.delete(id);
      }
      bell.resolve();
    });
    for (const id of ids) {
      sending.set(id, delivery);
    }
  }

  async function deliver(shipment: Shipment): Promise<void> {
    const attempt = await send(shipment);
    if (attempt.outcome === 'unreachable') {
      connection.failed();
    } else {
      connection.reached();
    }
    if (attempt.outcome === 'accepted' || attempt.outcome === 'ambiguous') {
      flood?.arrived();
    }
    const settlements = shipment.settlements(attempt, clock.now(), random());
    report(shipment, attempt, settlements);
    await settle(settlements);
  }

  function report({ mails }: Shipment, { outcome, answer }: Attempt, settlements: Settlement[]): void {
    mails.forEach(({ reference }, index) => {
      log('mail', { reference, outcome, answer, ...(mails.length > 1 ? { together: mails.length } : {}) });
      if (settlements[index]?.state === 'parked') {
        log('mail parked, tried again daily and at each start', { reference, answer });
      }
    });
  }

  async function send({ mails, compose }: Shipment): Promise<Attempt> {
    try {
      const deadline = AbortSignal.timeout(terms.sendDeadline);
      return await transport.send(await compose(), AbortSignal.any([givingUp.signal, deadline]));
    } catch (error) {
      // A fault of ours in one mail: it waits, the others go.
      log('mail failed', { reference: mails[0]?.reference ?? '', ...placeOf(error) });
      return { outcome: 'deferred', answer: 'fault' };
    }
  }

  /** Tries until it is written down: a store that is full for an hour must not make a repeat. */
  async function settle(settlements: readonly Settlement[]): Promise<void> {
    let done = await written(settlements);
    if (!done) {
      unwritten += 1;
      while (!done && !givingUp.signal.aborted) {
        await clock.wait(terms.poll, givingUp.signal);
        done = await written(settlements);
      }
      unwritten -= 1;
    }
  }

  async function written(settlements: readonly Settlement[]): Promise<boolean> {
    const [first, ...others] = settlements;
    try {
      if (first && others.length === 0) {
        await store.settle(first);
      } else {
        await store.settleAll(settlements);
      }
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
