import { rmSync } from 'node:fs';
import type { Attempt, AttemptOutcome, Email } from '../../server/mail/transport.ts';
import { options } from '../../server/outbox/options.ts';
import { type Outbox, type OutboxParts, startOutbox } from '../../server/outbox/outbox.ts';
import type { PostedRequest, RequestStore } from '../../server/store/request-store.ts';
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
  /** The reference of a request, the id of an overview. */
  name: string;
  /** Those that it is about. */
  references: string[];
  isOverview: boolean;
  isPlain: boolean;
  more: number;
  possibleDuplicate: boolean;
  to: readonly string[];
  /** What its bytes depend on. */
  asOf: Date;
}

export interface BenchOptions {
  /** The outcome of each attempt. Default: accepted. */
  outcome?: (email: TriedEmail, signal: AbortSignal) => AttemptOutcome | Attempt | Promise<AttemptOutcome>;
  delivers?: boolean;
  /** Absent: even a flood is emailed at once. */
  budget?: boolean;
  store?: RequestStore;
  mailTo?: readonly string[];
  isServer?: boolean;
}

/** The real outbox and SQL, with a clock and a mail server controlled by the test. */
export function outboxBench() {
  const folder = memoryFolder('outbox');
  let database = openDatabase(folder);
  const clock = fakeClock();
  const store = inProcessStore(() => database, { clock, began: clock.now().getTime() });
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
      const posted = { fields, language: 'en' as const, idempotencyKey: `${saved}`, ...changes };
      const result = await store.save(posted).catch((error: Error) => {
        // Of ten thousand random references two may be the same: a client would post again.
        if (!error.message.includes('requests.reference')) throw error;
        return store.save(posted);
      });
      return result.outcome === 'saved' ? result.reference : '';
    },
    async saveMany(count: number, changes: Partial<PostedRequest> = {}): Promise<string[]> {
      const references: string[] = [];
      for (let index = 0; index < count; index += 1) {
        references.push(await this.save(changes));
      }
      return references;
    },
    start(given: BenchOptions = {}): Outbox {
      // Another process takes over: the file has only one at a time.
      outbox?.stop(0);
      outbox = startOutbox(this.parts(given));
      return outbox;
    },
    /** What an outbox works with. */
    parts({
      outcome = () => 'accepted',
      delivers = true,
      budget = false,
      store: own = store,
      mailTo = ['owner@example.com'],
      isServer = true,
    }: BenchOptions = {}): OutboxParts {
      const emails = new Map<string, Omit<TriedEmail, 'minute' | 'to'>>();
      const compose = async (email: Omit<TriedEmail, 'minute' | 'to'>): Promise<Email> => {
        emails.set(email.name, email);
        return { reference: email.name, from: '', to: mailTo, bytes: Buffer.from(''), parts: emailParts };
      };
      return {
        store: own,
        clock,
        log: (event, facts) => logged.push({ event, ...facts }),
        random: () => 0,
        isServer,
        compose: ({ reference, possibleDuplicate, asOf }) =>
          compose({
            name: reference,
            references: [reference],
            isOverview: false,
            isPlain: false,
            more: 0,
            possibleDuplicate,
            asOf,
          }),
        ...(budget && {
          composeOverview: ({ id, requests, more, isPlain, asOf }) =>
            compose({
              name: id,
              references: requests.map(({ reference }) => reference),
              isOverview: true,
              isPlain,
              more,
              possibleDuplicate: false,
              asOf,
            }),
        }),
        transport: {
          delivers,
          send: async ({ reference, to }, signal) => {
            const composed = emails.get(reference) as Omit<TriedEmail, 'minute' | 'to'>;
            const email: TriedEmail = { ...composed, minute: clock.elapsed() / 60_000, to };
            tried.push(email);
            const result = await outcome(email, signal);
            return typeof result === 'string' ? { outcome: result, resultCode: 'test' } : result;
          },
        },
      };
    },
    /** Advances time in steps, each once the outbox is idle. Pauses between claims are not skipped. */
    async pass(milliseconds: number, step = 1_000): Promise<void> {
      for (let left = milliseconds; left > 0; ) {
        await this.idle();
        const next = clock.nextWake();
        const advance = Math.min(left, next <= options.claimInterval ? Math.max(1, next) : step);
        clock.advance(advance);
        left -= advance;
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
        .prepare('select state, attempts, result_code as code from outbox_messages order by request_id')
        .all()
        .map((row) => ({ ...row })),
    allSent: async () => (await store.list({ which: 'unsent', limit: 1 })).length === 0,
    /** As if the process had ended: reopens the same file. */
    restart(): void {
      database.close();
      database = openDatabase(folder);
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
