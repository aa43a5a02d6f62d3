import { ChannelSender, type OutboxDependencies, runOrLog } from './channel-sender.ts';
import type { LeasedDelivery } from './claim.ts';
import { outboxTimings } from './timings.ts';

export type Outbox = ReturnType<typeof startOutbox>;

/** Sends due deliveries until stopped. Each channel has its own sender. */
export function startOutbox<Delivery extends LeasedDelivery>(dependencies: OutboxDependencies<Delivery>) {
  const { store, channels, clock } = dependencies;
  const stopping = new AbortController();
  const aborting = new AbortController();
  const signals = { stopping: stopping.signal, aborting: aborting.signal };
  const senders = channels.map((channel) => new ChannelSender(channel, { ...dependencies, ...signals }));
  const finished = run();

  return {
    /** Signals that a delivery may be due, so that it doesn't wait for the next poll. */
    wake: () => {
      for (const sender of senders) {
        sender.wake();
      }
    },
    /** Whether any delivery waited only because of the channel's budget when the channel's senders last claimed. */
    hasHeldBackDeliveries: (channel: string) =>
      senders.some((sender) => sender.name === channel && sender.hasHeldBackDeliveries),
    /**
     * Resolves once each sender has been idle. An idle sender has no attempt in progress and can claim nothing for now,
     * perhaps because its channel pauses.
     */
    idle: Promise.all(senders.map(({ idle }) => idle.promise)),
    /** Starts no more batches of attempts, and aborts the attempts in progress after `grace` milliseconds. */
    async stop(grace: number): Promise<void> {
      stopping.abort();
      const stopWaiting = new AbortController();
      clock.wait(grace, stopWaiting.signal).then(() => aborting.abort());
      // If the store or a channel hangs, stop waiting one second after `grace`.
      await Promise.race([finished, clock.wait(grace + 1_000, stopWaiting.signal)]);
      stopWaiting.abort();
    },
  };

  async function run(): Promise<void> {
    const start = () => store.prepareDeliveries().then(() => true);
    while (!(await runOrLog(dependencies, start)) && !stopping.signal.aborted) {
      await clock.wait(outboxTimings.poll, stopping.signal);
    }
    await Promise.all(senders.map((sender) => sender.run()));
  }
}

/**
 * How long a drain may start new deliveries (`begin`), and how long it then waits for deliveries in progress (`grace`).
 * Together, they stay below Supabase's limit of 150 s on the free plan.
 */
const drainLimits = { begin: 80_000, grace: 15_000 };

/** For serverless functions: sends due deliveries, then ends. Other deliveries wait for another drain. */
export async function drain<Delivery extends LeasedDelivery>(
  dependencies: OutboxDependencies<Delivery>,
): Promise<void> {
  const stopWaiting = new AbortController();
  const outbox = startOutbox(dependencies);
  await Promise.race([outbox.idle, dependencies.clock.wait(drainLimits.begin, stopWaiting.signal)]);
  stopWaiting.abort();
  await outbox.stop(drainLimits.grace);
}

/**
 * Returns a function that drains each channel. In this process, a channel runs one drain at a time. A call during a
 * drain runs another drain afterward.
 */
export function createSerialDrain<Delivery extends LeasedDelivery>(
  dependencies: OutboxDependencies<Delivery>,
): () => Promise<void> {
  const drains = dependencies.channels.map((channel) => {
    let lastDrain = Promise.resolve();
    return () => {
      // The earlier drain's caller handles its error.
      lastDrain = lastDrain
        .catch(() => undefined)
        .then(() => drain({ ...dependencies, channels: [channel] }));
      return lastDrain;
    };
  });
  return async () => {
    await Promise.all(drains.map((drainChannel) => drainChannel()));
  };
}
