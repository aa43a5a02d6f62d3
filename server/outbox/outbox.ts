import type { Clock } from '../clock.ts';
import { type Log, stackLocation } from '../log.ts';
import type { Attempt, Email, Transport } from '../mail/transport.ts';
import type {
  ClaimedRequest,
  DeliveryResult,
  Digest,
  RequestStore,
  Requeue,
} from '../store/request-store.ts';
import { resultOf, resultsOfDigest } from './delivery-result.ts';
import { digestMode } from './digest-mode.ts';
import { mailServerState } from './mail-server-state.ts';
import { missedRecipients } from './missed-recipients.ts';
import { options } from './options.ts';

export interface OutboxParts {
  store: RequestStore;
  transport: Transport;
  compose(request: ClaimedRequest): Promise<Email>;
  /** If absent, all requests are emailed individually, even in a flood or with a filled honeypot. */
  composeDigest?(digest: Digest): Promise<Email>;
  clock: Clock;
  log: Log;
  random(): number;
  /** Called whenever nothing is due and nothing is in flight. */
  onIdle?(): void;
}

export interface Outbox {
  /** Signals that a message is pending, so that it does not wait for the next poll. */
  wake(): void;
  /** Whether requests are currently held for digests. */
  inDigestMode(): boolean;
  /** References of emails that an address in MAIL_TO has missed. Undefined while unknown. */
  missedByRecipients(): readonly string[] | undefined;
  /** Starts no more emails; those in flight are aborted after `grace` milliseconds. */
  stop(grace: number): Promise<void>;
}

/** One outgoing email: a single request, or a digest of many. */
interface OutgoingEmail {
  requests: readonly ClaimedRequest[];
  digest: Digest | undefined;
}

/** After aborting, how long a hung store may delay the stop, in milliseconds. */
const storeGrace = 1_000;

/** Sends pending messages until stopped. Errors never end the loop. */
export function startOutbox(parts: OutboxParts): Outbox {
  const { store, transport, clock, log, random } = parts;
  const mailServer = mailServerState(clock, random, store.shared);
  // Files cannot flood a mailbox.
  const digests = parts.composeDigest && transport.delivers ? digestMode(clock, store.shared) : undefined;
  const requeues = new Set<Requeue>(transport.delivers ? ['filed'] : []);
  let retryDeadLettersAt = clock.elapsed();
  const stopping = new AbortController();
  const aborting = new AbortController();
  const recipients = missedRecipients({ transport, clock, log, stopping: stopping.signal });
  const inFlight = new Set<Promise<void>>();
  let unrecorded = 0;
  let wakeSignal = Promise.withResolvers<void>();
  const finished = run();

  return {
    wake: () => wakeSignal.resolve(),
    inDigestMode: () => digests?.isOn() ?? false,
    missedByRecipients: recipients.missed,
    stop: async (grace) => {
      stopping.abort();
      const ended = new AbortController();
      clock.wait(grace, ended.signal).then(() => aborting.abort());
      const hung = clock.wait(grace + storeGrace, ended.signal);
      await Promise.race([finished.then(() => Promise.all(inFlight)), hung]);
      ended.abort();
    },
  };

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const emails = await claim().catch(() => []); // The store has logged it; the next poll retries.
      for (const email of emails) {
        start(email);
      }
      if (emails.length === 0) {
        if (inFlight.size === 0) parts.onIdle?.();
        await waitForWork();
      }
    }
  }

  /** Claims what is due: a digest, or as many individual emails as may be sent now. */
  async function claim(): Promise<OutgoingEmail[]> {
    if (store.shared) {
      await Promise.all([mailServer.refresh(), digests?.refresh()]);
    }
    await requeue();
    const free = freeSlots();
    if (free <= 0) {
      return [];
    }
    const digest = await claimDigest();
    return digest ? [{ requests: digest.requests, digest }] : claimSingles(free);
  }

  /** None while an outcome is unrecorded: its message would be claimed and sent again. */
  function freeSlots(): number {
    return mailServer.isOpen() && unrecorded === 0 ? mailServer.concurrency() - inFlight.size : 0;
  }

  /** Uses the monotonic clock: a wall clock that jumps must not retry dead letters over and over. */
  async function requeue(): Promise<void> {
    if (clock.elapsed() >= retryDeadLettersAt) {
      requeues.add('dead-lettered');
      retryDeadLettersAt = clock.elapsed() + options.deadLetterRetryInterval;
    }
    for (const what of requeues) {
      if ((await store.requeue(what, clock.now())) === 0) {
        requeues.delete(what);
      }
    }
  }

  async function claimDigest(): Promise<Digest | undefined> {
    if (digests === undefined || digests.capacity(inFlight.size).digests <= 0) {
      return undefined;
    }
    let what = digests.assemble();
    if (store.shared && what.assemble !== 'nothing' && !(await digests.claimTurn())) {
      what = { ...what, assemble: 'nothing' };
    }
    const digest = await store.claimDigest({ ...what, now: clock.now(), leaseEndsAt: leaseEnd() });
    if (what.assemble !== 'nothing' && !digest?.isRepeat) {
      digests.began(digest?.requests.length ?? 0, (digest?.summaries.length ?? 0) + (digest?.remaining ?? 0));
    }
    return digest;
  }

  async function claimSingles(free: number): Promise<OutgoingEmail[]> {
    const limit = Math.min(free, digests?.capacity(inFlight.size).singles ?? free);
    if (limit <= 0) {
      return [];
    }
    // A single email that may have arrived is resent as a single email, even in digest mode.
    const inDigestMode = digests?.isOn() ? 'by itself' : 'not in digests';
    const which = digests === undefined ? 'everything' : inDigestMode;
    const requests = await store.claim({ now: clock.now(), leaseEndsAt: leaseEnd(), limit, which });
    return requests.map((request) => ({ requests: [request], digest: undefined }));
  }

  function leaseEnd(): Date {
    return new Date(clock.now().getTime() + options.lease);
  }

  function start(email: OutgoingEmail): void {
    const delivery = deliver(email).finally(() => {
      inFlight.delete(delivery);
      wakeSignal.resolve();
    });
    inFlight.add(delivery);
  }

  async function deliver(email: OutgoingEmail): Promise<void> {
    const attempt = await send(email);
    if (mailServer.observe(attempt.outcome)) {
      requeues.add('deferred');
    }
    if (['accepted', 'ambiguous', 'no answer'].includes(attempt.outcome)) {
      digests?.arrived();
    } else if (attempt.outcome === 'refused' && email.digest?.summaries.length) {
      digests?.summariesRefused();
    }
    const results = resultsOf(email, attempt);
    report(email, attempt, results);
    await record(results);
  }

  async function send({ requests: [first], digest }: OutgoingEmail): Promise<Attempt> {
    const sent = new AbortController();
    const timeout = new AbortController();
    clock.wait(options.sendTimeout, sent.signal).then(() => {
      if (!sent.signal.aborted) {
        timeout.abort(new DOMException('The mail server took too long.', 'TimeoutError'));
      }
    });
    try {
      const composed = digest ? parts.composeDigest?.(digest) : parts.compose(first as ClaimedRequest);
      const email = (await composed) as Email;
      const attempt = await transport.send(email, AbortSignal.any([aborting.signal, timeout.signal]));
      recipients.learn(email, attempt);
      return attempt;
    } catch (error) {
      // A bug affecting one email: defer it, send the others.
      log('mail_failed', { reference: first?.reference ?? '', ...stackLocation(error) });
      return { outcome: 'deferred', smtpCode: 'error' };
    } finally {
      sent.abort();
    }
  }

  function resultsOf({ requests, digest }: OutgoingEmail, attempt: Attempt): DeliveryResult[] {
    const now = clock.now();
    return digest
      ? resultsOfDigest(digest, attempt, now, random())
      : requests.map((request) => resultOf(request, attempt, now, random()));
  }

  function report({ requests }: OutgoingEmail, attempt: Attempt, results: DeliveryResult[]): void {
    const { outcome, smtpCode } = attempt;
    requests.forEach(({ reference }, index) => {
      const together = requests.length > 1 ? { together: requests.length } : {};
      log('mail', { reference, outcome, smtpCode, ...together });
      if (results[index]?.state === 'dead_lettered') {
        log('mail_dead_lettered', { reference, smtpCode });
      }
    });
  }

  /** Retries until recorded: a store that is full for an hour must not cause a duplicate. */
  async function record(results: readonly DeliveryResult[]): Promise<void> {
    let done = await tryRecord(results);
    if (!done) {
      unrecorded += 1;
      while (!done && !aborting.signal.aborted) {
        await clock.wait(options.poll, aborting.signal);
        done = await tryRecord(results);
      }
      unrecorded -= 1;
    }
  }

  async function tryRecord(results: readonly DeliveryResult[]): Promise<boolean> {
    return store.recordOutcomes(results).then(
      () => true,
      () => false,
    );
  }

  async function waitForWork(): Promise<void> {
    const awake = new AbortController();
    await Promise.race([
      wakeSignal.promise,
      clock.wait(options.poll, AbortSignal.any([stopping.signal, awake.signal])),
    ]);
    awake.abort();
    wakeSignal = Promise.withResolvers();
  }
}
