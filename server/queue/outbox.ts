import { ChannelSender, type OutboxParts, tryTo } from './channel-sender.ts';
import type { LeasedDelivery } from './claim.ts';
import { options } from './timings.ts';

export type Outbox = ReturnType<typeof startOutbox>;

/** Sends pending deliveries until stopped, on each channel by itself. */
export function startOutbox<Delivery extends LeasedDelivery>(parts: OutboxParts<Delivery>) {
  const { store, channels, clock } = parts;
  const stopping = new AbortController();
  const aborting = new AbortController();
  const signals = { stopping: stopping.signal, aborting: aborting.signal };
  const senders = channels.map((channel) => new ChannelSender(channel, { ...parts, ...signals }));
  const finished = run();

  return {
    /** Signals that a delivery is pending, so that it does not wait for the next poll. */
    wake: () => {
      for (const sender of senders) {
        sender.wake();
      }
    },
    /** Whether something of a channel waits only because the channel's budget is used up. */
    isHeldBack: (channel: string) => senders.some((sender) => sender.name === channel && sender.isHeldBack),
    /** Resolves once nothing can be claimed and nothing is in progress. */
    idle: Promise.all(senders.map(({ idle }) => idle.promise)),
    /** Starts nothing more; what is in progress is aborted after `grace` milliseconds. */
    async stop(grace: number): Promise<void> {
      stopping.abort();
      const ended = new AbortController();
      clock.wait(grace, ended.signal).then(() => aborting.abort());
      // A hung store delays the stop by a second.
      await Promise.race([finished, clock.wait(grace + 1_000, ended.signal)]);
      ended.abort();
    },
  };

  async function run(): Promise<void> {
    const start = () => store.start().then(() => true);
    while (!(await tryTo(parts, start)) && !stopping.signal.aborted) {
      await clock.wait(options.poll, stopping.signal);
    }
    await Promise.all(senders.map((sender) => sender.run()));
  }
}

/** Milliseconds: how long to begin deliveries, then the grace period for those in progress. Under 100 s in total. */
const drainLimits = { begin: 80_000, grace: 15_000 };

/** Sends what is due, then ends: for serverless functions. What is not due yet waits for another drain. */
export async function drain<Delivery extends LeasedDelivery>(parts: OutboxParts<Delivery>): Promise<void> {
  const ended = new AbortController();
  const outbox = startOutbox(parts);
  await Promise.race([outbox.idle, parts.clock.wait(drainLimits.begin, ended.signal)]);
  ended.abort();
  await outbox.stop(drainLimits.grace);
}

/** Runs one drain of each channel at a time: what is saved meanwhile is sent by the next. */
export function drainsInTurn<Delivery extends LeasedDelivery>(
  parts: OutboxParts<Delivery>,
): () => Promise<void> {
  const drains = parts.channels.map((channel) => {
    let last = Promise.resolve();
    return () => {
      last = last.then(() => drain({ ...parts, channels: [channel] }));
      return last;
    };
  });
  return async () => {
    await Promise.all(drains.map((drainChannel) => drainChannel()));
  };
}
