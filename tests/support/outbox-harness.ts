import { emailBudget, emailConcurrency } from '../../server/mail/email-channel.ts';
import type { AttemptOutcome, AttemptResult, Channel } from '../../server/queue/channel.ts';
import type { OutboxDependencies } from '../../server/queue/channel-sender.ts';
import { backOffCountColumn } from '../../server/queue/claim.ts';
import { type Outbox, startOutbox } from '../../server/queue/outbox.ts';
import { outboxTimings } from '../../server/queue/timings.ts';
import type { RequestChannelData } from '../../server/requests/channel-data.ts';
import type { DeliveryWithRequest } from '../../server/requests/request-channel.ts';
import type { PostedRequest } from '../../server/requests/save.ts';
import type { RequestStore } from '../../server/store/request-store.ts';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { exampleRequest } from './example-request.ts';
import { createFakeClock } from './fake-clock.ts';
import { createInProcessStore, exampleChannels } from './in-process-store.ts';
import { createMemoryFolder } from './memory-folder.ts';

const findRowsSql = `
  select state, ${backOffCountColumn} as "backOffCount", result from deliveries order by id`;

/** A delivery that the outbox tried, with the minutes since the harness was created. */
type Tried = DeliveryWithRequest & { minute: number };

interface HarnessOptions {
  /** Returns the outcome of each attempt, `accepted` by default. */
  outcome?: (delivery: Tried, signal: AbortSignal) => AttemptOutcome | Promise<AttemptOutcome>;
  /** The pause that a failing channel asks for. */
  retryAfter?: number;
  /** Whether the email budget applies. If it doesn't, even a flood is emailed immediately. */
  budget?: boolean;
  store?: RequestStore;
}

/** The real outbox and SQL, with a clock and a channel controlled by the test. */
export function createOutboxHarness(channels: readonly RequestChannelData[] = exampleChannels) {
  const database = openDatabase(createMemoryFolder('outbox'));
  const clock = createFakeClock();
  const store = createInProcessStore(() => database, { clock, channels });
  const tried: Tried[] = [];
  const logged: Record<string, unknown>[] = [];
  let outbox: Outbox | undefined;
  let saved = 0;

  return {
    store,
    clock,
    tried,
    /** Every logged event so far. */
    logged,
    /** Saves a unique request and returns its reference. */
    async save(changes: Partial<PostedRequest> = {}): Promise<string> {
      saved += 1;
      const fields = { ...exampleRequest, service: 'fleet' as const, message: `number ${saved}` };
      const posted = { fields, language: 'en' as const, idempotencyKey: `${saved}`, ...changes };
      const result = await store.save(posted);
      return result.outcome === 'saved' ? result.reference : '';
    },
    async saveMany(count: number, changes: Partial<PostedRequest> = {}): Promise<string[]> {
      return Array.fromAsync(Array<typeof changes>(count).fill(changes), (sameChanges) =>
        this.save(sameChanges),
      );
    },
    start(given: HarnessOptions = {}): Outbox {
      // The new outbox replaces the old one, because only one server at a time may use a SQLite file.
      outbox?.stop(0);
      outbox = startOutbox(this.dependencies(given));
      return outbox;
    },
    dependencies({
      outcome = () => 'accepted',
      budget,
      retryAfter,
      store: given = store,
    }: HarnessOptions = {}) {
      const send: Channel<DeliveryWithRequest>['send'] = async ({ deliveries: [delivery] }, signal) => {
        const attempt = { ...delivery, minute: clock.elapsed() / 60_000 };
        tried.push(attempt);
        const ended = await outcome(attempt, signal);
        const resultCode = 'test';
        return ended === 'accepted'
          ? { outcome: ended, resultCode }
          : { outcome: ended, resultCode, cause: 'x', retryAfter };
      };
      const log: OutboxDependencies<DeliveryWithRequest>['log'] = (event, attributes) =>
        logged.push({ event, ...attributes });
      const channelParts = {
        canDeliver: true,
        concurrency: emailConcurrency,
        send,
        ...(budget && { budget: emailBudget }),
      };
      const sendingChannels = channels.map((channel) => ({
        ...channel,
        ...channelParts,
        log: ({ reference }: DeliveryWithRequest, attempt: AttemptResult) =>
          void log('mail', { reference, channel: channel.name, ...attempt }),
      }));
      return {
        store: given,
        channels: sendingChannels,
        clock,
        log,
        random: () => 0,
      } satisfies OutboxDependencies<DeliveryWithRequest>;
    },
    /** Advances time in steps, waiting for the outbox to be idle before each. Pauses between claims aren't skipped. */
    async advance(milliseconds: number, step = 1_000): Promise<void> {
      for (let left = milliseconds; left > 0; ) {
        await this.waitUntilIdle();
        const next = clock.nextWake();
        const duration = Math.min(left, next <= outboxTimings.claimInterval ? Math.max(1, next) : step);
        clock.advance(duration);
        left -= duration;
      }
      await this.waitUntilIdle();
    },
    async waitUntilIdle(): Promise<void> {
      do {
        await new Promise(setImmediate);
      } while (!clock.isAwaited());
    },
    rows: () => database.prepare(findRowsSql).all(),
    allSent: () => database.prepare("select 1 from deliveries where state <> 'sent'").get() === undefined,
    async close(): Promise<void> {
      const stopped = outbox?.stop(0);
      // The outbox abandons a hung store after a moment.
      clock.advance(60_000);
      await stopped;
      await store.close();
    },
  };
}
