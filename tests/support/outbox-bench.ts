import { rmSync } from 'node:fs';
import type { Email, Outcome } from '../../server/mail/transport.ts';
import { type Outbox, startOutbox } from '../../server/outbox/outbox.ts';
import type { ClaimedRequest, PostedRequest, RequestStore } from '../../server/store/request-store.ts';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { emailParts } from './email-parts.ts';
import { exampleRequest } from './example-request.ts';
import { fakeClock } from './fake-clock.ts';
import { inProcessStore } from './in-process-store.ts';
import { memoryFolder } from './memory-folder.ts';

/** An email that the outbox tried to send. */
export interface TriedEmail {
  /** Minutes since the bench was created. */
  minute: number;
  /** The reference of a single request, the id of a digest. */
  name: string;
  references: string[];
  honeypots: number;
  summaries: string[];
  remaining: number;
  possibleDuplicates: number;
}

export interface BenchOptions {
  /** The outcome of each attempt. Default: accepted. */
  outcome?: (email: TriedEmail, signal: AbortSignal) => Outcome | Promise<Outcome>;
  delivers?: boolean;
  /** Absent: even a flood is emailed individually. */
  digests?: boolean;
  store?: RequestStore;
}

/** The real outbox and SQL, with a clock and a mail server controlled by the test. */
export function outboxBench() {
  const folder = memoryFolder('outbox');
  const database = openDatabase(folder);
  const store = inProcessStore(database);
  const clock = fakeClock();
  const tried: TriedEmail[] = [];
  const logged: Record<string, unknown>[] = [];
  let outbox: Outbox | undefined;
  let saved = 0;

  return {
    store,
    clock,
    /** Every attempt so far. */
    tried,
    /** What was logged so far. */
    logged,
    /** Saves a unique request and returns its reference. */
    async save(changes: Partial<PostedRequest> = {}): Promise<string> {
      saved += 1;
      const fields = { ...exampleRequest, service: 'fleet' as const, message: `number ${saved}` };
      const result = await store.save({
        fields,
        language: 'en',
        receivedAt: clock.now(),
        idempotencyKey: `${saved}`,
        ...changes,
      });
      return result.outcome === 'mismatch' ? '' : result.reference;
    },
    async saveMany(count: number, changes: Partial<PostedRequest> = {}): Promise<string[]> {
      const references: string[] = [];
      for (let index = 0; index < count; index += 1) {
        references.push(await this.save(changes));
      }
      return references;
    },
    start({
      outcome = () => 'accepted',
      delivers = true,
      digests = false,
      store: own = store,
    }: BenchOptions = {}) {
      const compose = async (
        name: string,
        requests: readonly ClaimedRequest[],
        changes: Partial<TriedEmail>,
      ) => {
        tried.push({
          minute: clock.elapsed() / 60_000,
          name,
          references: requests.map(({ reference }) => reference),
          honeypots: requests.filter(({ honeypotFilled }) => honeypotFilled).length,
          summaries: [],
          remaining: 0,
          possibleDuplicates: requests.filter(({ possibleDuplicate }) => possibleDuplicate).length,
          ...changes,
        });
        return {
          reference: name,
          from: '',
          to: [],
          bytes: Buffer.from(`${tried.length - 1}`),
          parts: emailParts,
        } satisfies Email;
      };
      outbox = startOutbox({
        store: own,
        clock,
        log: (event, facts) => logged.push({ event, ...facts }),
        random: () => 0,
        compose: (request) => compose(request.reference, [request], {}),
        ...(digests && {
          composeDigest: ({ id, requests, summaries, remaining }) =>
            compose(id, requests, { summaries: summaries.map(({ reference }) => reference), remaining }),
        }),
        transport: {
          delivers,
          send: async ({ bytes }, signal) => ({
            outcome: await outcome(tried[Number(bytes)] as TriedEmail, signal),
            smtpCode: 'test',
          }),
        },
      });
      return outbox;
    },
    /** Advances time in steps, each once the outbox is idle. */
    async pass(milliseconds: number, step = 1_000): Promise<void> {
      for (let passed = 0; passed < milliseconds; passed += step) {
        await this.idle();
        clock.advance(step);
      }
      await this.idle();
    },
    async idle(): Promise<void> {
      do {
        await new Promise(setImmediate);
      } while (!clock.isAwaited());
    },
    rows: () =>
      database
        .prepare('select state, deferrals, smtp_code as smtpCode from outbox_messages order by request_id')
        .all()
        .map((row) => ({ ...row })),
    allSent: async () => (await store.check(clock.now())).oldestUnsent === undefined,
    /** As if the process had ended: reopens the same file. */
    restart(): void {
      database.exec(
        'update installation set openings = openings + 1; update this_opening set number = number + 1',
      );
    },
    async close(): Promise<void> {
      const stopped = outbox?.stop(0);
      // A hung store is abandoned a moment later.
      clock.advance(60_000);
      await stopped;
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
