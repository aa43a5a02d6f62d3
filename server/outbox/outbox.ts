import { ChannelSender, type OutboxParts, tryTo } from './channel-sender.ts';
import { options } from './options.ts';

export interface Outbox {
  /** Signals that a delivery is pending, so that it does not wait for the next poll. */
  wake(): void;
  /** Whether something waits only because a budget is used up. */
  isHeldBack(): boolean;
  /** Resolves once nothing can be claimed and nothing is in progress. */
  idle: Promise<unknown>;
  /** Starts nothing more; what is in progress is aborted after `grace` milliseconds. */
  stop(grace: number): Promise<void>;
}

/** Sends pending deliveries until stopped, on each channel by itself. */
export function startOutbox(parts: OutboxParts): Outbox {
  const { store, channels, clock } = parts;
  const stopping = new AbortController();
  const aborting = new AbortController();
  const signals = { stopping: stopping.signal, aborting: aborting.signal };
  const senders = channels.map((channel) => new ChannelSender(channel, { ...parts, ...signals }));
  const finished = run();

  return {
    wake: () => {
      for (const sender of senders) sender.wake();
    },
    isHeldBack: () => senders.some(({ isHeldBack }) => isHeldBack),
    idle: Promise.all(senders.map(({ idle }) => idle.promise)),
    stop: async (grace) => {
      stopping.abort();
      const ended = new AbortController();
      clock.wait(grace, ended.signal).then(() => aborting.abort());
      await Promise.race([finished, clock.wait(grace + options.storeGrace, ended.signal)]);
      ended.abort();
    },
  };

  async function run(): Promise<void> {
    const delivering = channels.filter(({ delivers }) => delivers).map(({ name }) => name);
    const start = () => store.start({ delivering }).then(() => true);
    while (!(await tryTo(parts, start)) && !stopping.signal.aborted) {
      await clock.wait(options.poll, stopping.signal);
    }
    sweepOnSchedule();
    await Promise.all(senders.map((sender) => sender.run()));
  }

  async function sweepOnSchedule(): Promise<void> {
    while (!stopping.signal.aborted) {
      await tryTo(parts, () => store.sweep());
      await clock.wait(options.sweepInterval, stopping.signal);
    }
  }
}
