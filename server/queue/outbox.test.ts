import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleChannels } from '../../tests/support/in-process-store.ts';
import { createOutboxHarness } from '../../tests/support/outbox-harness.ts';
import { hour, minute, second } from '../clock.ts';
import { emailConcurrency } from '../mail/email-channel.ts';
import type { AttemptOutcome } from './channel.ts';
import { createSerialDrain, drain } from './outbox.ts';
import { outboxTimings } from './timings.ts';
import { StoreUnavailableError } from './transaction.ts';

let harness: ReturnType<typeof createOutboxHarness>;

beforeEach(() => {
  harness = createOutboxHarness();
});
afterEach(() => harness.close());

const listTriedReferences = () => harness.tried.map(({ reference }) => reference);
/** The milliseconds between attempts. */
const pauses = () =>
  harness.tried
    .slice(1)
    .map(({ minute: at }, index) => Math.round((at - (harness.tried[index]?.minute ?? 0)) * minute));

test('retries only refused deliveries, a day later', async () => {
  const [accepted, refused] = await harness.saveMany(2);
  harness.start({ outcome: ({ reference }) => (reference === refused ? 'refused' : 'accepted') });
  await harness.advance(23 * hour, minute);
  expect(listTriedReferences()).toEqual([accepted, refused]);
  expect(harness.rows()).toEqual([
    { state: 'sent', backOffCount: 0, result: 'accepted test' },
    { state: 'refused', backOffCount: 0, result: 'refused test' },
  ]);
  const attributes = { event: 'mail', channel: 'email', resultCode: 'test' };
  expect(harness.logged).toEqual([
    { ...attributes, reference: accepted, outcome: 'accepted' },
    { ...attributes, reference: refused, outcome: 'refused', cause: 'x' },
  ]);
  await harness.advance(3 * hour, minute);
  expect(listTriedReferences()).toEqual([accepted, refused, refused]);
});

test('sends a new request without waiting for the next poll', async () => {
  const outbox = harness.start();
  // Half a second before the next poll.
  await harness.advance(outboxTimings.poll / 2);
  const reference = await harness.save();
  outbox.wake();
  await harness.advance(outboxTimings.claimInterval);
  await expect.poll(listTriedReferences).toEqual([reference]);
});

test('doubles the pause after each deferral, from five seconds to 15 minutes', async () => {
  await harness.save();
  harness.start({ outcome: () => 'deferred' });
  await harness.advance(60 * minute, 5 * second);
  // The clock advances in steps of five seconds.
  const roundedPauses = pauses().map((pause) => Math.floor(pause / second / 5) * 5);
  expect(roundedPauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
});

test('sends up to four emails at the same time', async () => {
  await harness.saveMany(12);
  const ends: (() => void)[] = [];
  harness.start({ outcome: () => new Promise<AttemptOutcome>((end) => ends.push(() => end('accepted'))) });
  await harness.advance(10 * second);
  expect(harness.tried).toHaveLength(4);
  for (let turn = 0; turn < 12; turn += 1) {
    ends.shift()?.();
    await harness.advance(outboxTimings.claimInterval);
  }
  expect(harness.allSent()).toBe(true);
});

test('marks the retry of an email that may have arrived as a possible duplicate', async () => {
  await harness.save();
  const outcomes: AttemptOutcome[] = ['deferred', 'ambiguous', 'deferred', 'ambiguous', 'ambiguous'];
  harness.start({ outcome: () => outcomes[harness.tried.length - 1] ?? 'accepted' });
  await harness.advance(3 * hour, 30 * second);
  const marked = harness.tried.map(({ possibleDuplicate }) => possibleDuplicate);
  expect(marked).toEqual([false, false, true, true, true, true]);
  expect(Math.max(...pauses().slice(0, 4))).toBeLessThan(2 * minute);
  expect(pauses()[4]).toBeGreaterThanOrEqual(2 * hour);
});

test('a lease is renewed while a reply takes ten minutes', async () => {
  // With the maximum number of emails in progress, this server makes no claims. It must still renew the leases.
  await harness.saveMany(emailConcurrency);
  harness.start({
    outcome: async (_, signal) => {
      await harness.clock.wait(10 * minute, signal);
      return signal.aborted ? 'ambiguous' : 'accepted';
    },
  });
  await harness.advance(9 * minute, 5 * second);
  // Another server could claim a delivery if its lease had ended.
  const { deliveries } = await harness.store.claim({
    channel: 'email',
    recipients: ['owner@example.com'],
    limit: 1,
  });
  expect(deliveries).toEqual([]);
  await harness.advance(2 * minute, 5 * second);
  expect(harness.tried).toHaveLength(emailConcurrency);
  expect(harness.allSent()).toBe(true);
});

test('logs bugs and keeps sending the other deliveries', async () => {
  const [broken, other] = await harness.saveMany(2);
  const claim = vi.fn(harness.store.claim).mockRejectedValueOnce(new TypeError('bug'));
  harness.start({
    store: { ...harness.store, claim },
    outcome: ({ reference }) => {
      if (reference === broken && harness.tried.length < 3) {
        throw new Error('bug');
      }
      return 'accepted';
    },
  });
  await harness.advance(3 * second);
  expect(harness.rows()).toMatchObject([{ state: 'pending', backOffCount: 1 }, { state: 'sent' }]);
  const logged = [
    { event: 'outbox_failed', error: 'TypeError' },
    { event: 'delivery_failed', channel: 'email' },
    { event: 'mail', reference: broken, cause: 'a bug: see delivery_failed' },
  ];
  expect(harness.logged).toEqual(expect.arrayContaining(logged.map((line) => expect.objectContaining(line))));
  await harness.advance(10 * second);
  expect(listTriedReferences()).toEqual([broken, other, broken]);
});

test.each<{ outcome: AttemptOutcome; maxPause: number; maxAttempts: number }>([
  { outcome: 'unreachable', maxPause: minute, maxAttempts: 130 },
  { outcome: 'no answer', maxPause: minute, maxAttempts: 130 },
  // Too many refused logins could lock the account.
  { outcome: 'login refused', maxPause: 11 * minute, maxAttempts: 4 + 6 },
])(
  'after "$outcome", only one email at a time probes the channel',
  async ({ outcome, maxPause, maxAttempts }) => {
    await harness.saveMany(10);
    let isUp = false;
    const outbox = harness.start({ outcome: () => (isUp ? 'accepted' : outcome) });
    for (let passed = 0; passed < hour; passed += minute) {
      outbox.wake();
      await harness.advance(minute, 5 * second);
    }
    expect(Math.max(...pauses())).toBeLessThanOrEqual(maxPause);
    expect(harness.tried.length).toBeLessThanOrEqual(maxAttempts);
    expect(harness.rows().every(({ state, backOffCount }) => state === 'pending' && backOffCount === 0)).toBe(
      true,
    );
    isUp = true;
    const before = harness.tried.length;
    await harness.advance(11 * minute, 5 * second);
    expect(harness.tried.length - before).toBe(10);
    expect(harness.allSent()).toBe(true);
  },
);

test('a channel pauses for as long as the other side asks', async () => {
  await harness.saveMany(2);
  harness.start({ outcome: () => 'unreachable', retryAfter: 10 * minute });
  await harness.advance(hour, 5 * second);
  expect(Math.min(...pauses().slice(1))).toBeGreaterThanOrEqual(10 * minute);
  expect(harness.tried.length).toBeGreaterThan(5);
});

test("a failing channel doesn't delay the others", async () => {
  await harness.close();
  harness = createOutboxHarness([...exampleChannels, { name: 'page', recipients: ['phone'] }]);
  await harness.save();
  harness.start({ outcome: ({ channel }) => (channel === 'email' ? 'unreachable' : 'accepted') });
  await harness.advance(second);
  expect(harness.rows()).toMatchObject([{ state: 'pending' }, { state: 'sent' }]);
});

test("a failure to record results doesn't cause duplicates", async () => {
  await harness.save();
  const unavailable = new StoreUnavailableError('full');
  const recordResult = vi.fn(harness.store.recordResult).mockRejectedValue(unavailable);
  const claim = vi.fn(harness.store.claim);
  const renewLeases = vi.fn(harness.store.renewLeases);
  harness.start({ store: { ...harness.store, recordResult, claim, renewLeases } });
  await harness.advance(second);
  const later = await harness.save();
  await harness.advance(10 * minute, 5 * second);
  claim.mockRejectedValue(unavailable);
  renewLeases.mockRejectedValue(unavailable);
  await harness.advance(70 * second);
  claim.mockReset();
  renewLeases.mockReset();
  await harness.advance(3 * second);
  recordResult.mockReset();
  await harness.advance(3 * second);
  expect(listTriedReferences()).toEqual([expect.anything(), later]);
  expect(harness.allSent()).toBe(true);
});

test('logs an attempt only once its result is recorded', async () => {
  await harness.save();
  const full = new StoreUnavailableError('full');
  const recordResult = vi.fn(harness.store.recordResult).mockRejectedValue(full);
  harness.start({ store: { ...harness.store, recordResult } });
  await harness.advance(10 * second);
  const countLines = () => harness.logged.filter(({ event }) => event === 'mail').length;
  expect(countLines()).toBe(0);
  recordResult.mockReset();
  await harness.advance(3 * second);
  expect(countLines()).toBe(1);
});

test('a stop interrupts attempts in progress after its grace period', async () => {
  await harness.save();
  const hangs = (_: unknown, signal: AbortSignal) =>
    new Promise<AttemptOutcome>((resolve) => signal.addEventListener('abort', () => resolve('ambiguous')));
  for (let restarts = 0; restarts < 3; restarts += 1) {
    const outbox = harness.start({ outcome: hangs });
    await harness.advance(2 * second);
    const stopped = outbox.stop(8 * second);
    await harness.advance(7 * second);
    expect(harness.rows()).toMatchObject([{ state: 'sending' }]);
    harness.clock.advance(second);
    await stopped;
    expect(harness.rows()).toEqual([{ state: 'pending', backOffCount: 0, result: 'interrupted test' }]);
  }
  expect(harness.tried.map(({ possibleDuplicate }) => possibleDuplicate)).toEqual([false, true, true]);
});

test('emails at most 30 requests in ten minutes', async () => {
  for (let client = 0; client < 10; client += 1) {
    await harness.saveMany(10, { clientIp: `198.51.100.${client}` });
  }
  const outbox = harness.start({ budget: true });
  await harness.advance(9 * minute);
  expect(harness.tried).toHaveLength(30);
  expect(outbox.hasHeldBackDeliveries('email')).toBe(true);
  const honest = await harness.save({ clientIp: '203.0.113.4' });
  await harness.advance(2 * minute);
  expect(harness.tried).toHaveLength(60);
  expect(listTriedReferences()).toContain(honest);
});

describe('a drain', () => {
  /** Unlike `harness.advance`, advances the clock even when nothing waits for it. */
  async function pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 100) {
      await new Promise(setImmediate);
      harness.clock.advance(100);
    }
    await new Promise(setImmediate);
  }

  test('ends after 96 seconds even if every attempt hangs', async () => {
    await harness.saveMany(3);
    const claim = vi.fn(harness.store.claim);
    const hangs = () => new Promise<AttemptOutcome>(() => undefined);
    const ended = vi.fn();
    drain(harness.dependencies({ outcome: hangs, store: { ...harness.store, claim } })).then(ended);
    await pass(81 * second);
    const claims = claim.mock.calls.length;
    await pass(14 * second);
    expect(claim).toHaveBeenCalledTimes(claims);
    expect(ended).not.toHaveBeenCalled();
    await pass(1.5 * second);
    expect(ended).toHaveBeenCalled();
  });

  test('ends without waiting for deliveries that are due later', async () => {
    const first = Promise.withResolvers<AttemptOutcome>();
    const outcome = () => (harness.tried.length === 1 ? first.promise : 'accepted');
    const drainAgain = createSerialDrain(harness.dependencies({ outcome }));
    const ended = vi.fn();
    await harness.save();
    drainAgain().then(ended);
    await expect.poll(() => harness.tried.length).toBe(1);
    await harness.save();
    drainAgain().then(ended);
    await pass(second);
    expect(harness.tried).toHaveLength(1);
    first.resolve('deferred');
    await pass(second);
    expect(ended).toHaveBeenCalledTimes(2);
    expect(harness.rows()).toMatchObject([{ state: 'pending' }, { state: 'sent' }]);
  });
});
