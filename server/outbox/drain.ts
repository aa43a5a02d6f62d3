import type { OutboxParts } from './channel-sender.ts';
import { startOutbox } from './outbox.ts';

/** Milliseconds: how long to begin deliveries, then the grace period for those in progress. Under 100 s in total. */
const limits = { begin: 80_000, grace: 15_000 };

/** Sends what is due, then ends: for serverless functions. What is not due yet waits for another drain. */
export async function drain(parts: OutboxParts): Promise<void> {
  const ended = new AbortController();
  const outbox = startOutbox(parts);
  await Promise.race([outbox.idle, parts.clock.wait(limits.begin, ended.signal)]);
  ended.abort();
  await outbox.stop(limits.grace);
}

/** Runs one drain at a time: what is saved meanwhile is sent by the next. */
export function drainsInTurn(parts: OutboxParts): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => drain(parts));
    return last;
  };
}
