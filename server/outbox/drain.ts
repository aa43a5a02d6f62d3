import type { OutboxParts } from './channel-sender.ts';
import { startOutbox } from './outbox.ts';

/** Milliseconds: how long to begin deliveries, then the grace period for those in progress. Under 100 s in total. */
const limits = { begin: 80_000, grace: 15_000 };

/**
 * Sends what is due, then ends: for serverless functions. Anything not due yet, or blocked by an unreachable
 * mail server, waits for the next drain; drains may overlap.
 */
export async function drain(parts: OutboxParts): Promise<void> {
  const ended = new AbortController();
  const outbox = startOutbox(parts);
  await Promise.race([outbox.idle, parts.clock.wait(limits.begin, ended.signal)]);
  ended.abort();
  await outbox.stop(limits.grace);
}

/** Runs one drain at a time, and another if something was saved in the meantime. */
export function drainsInTurn(parts: OutboxParts): () => Promise<void> {
  let running = Promise.resolve();
  let next: Promise<void> | undefined;

  return () => {
    next ??= running.then(() => {
      next = undefined;
      running = drain(parts);
      return running;
    });
    return next;
  };
}
