import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../tests/support/fake-clock.ts';
import { minute } from '../clock.ts';
import type { Recipient } from '../paging/alarm.ts';
import type { AttemptResult } from '../queue/channel.ts';
import { StoreUnavailableError } from '../queue/transaction.ts';
import type { RequestWithHistory } from '../requests/request-with-history.ts';
import { createActionEffects } from './action-effects.ts';

const accepted: AttemptResult = { outcome: 'accepted', resultCode: '200' };
const failed: AttemptResult = { outcome: 'unreachable', resultCode: '503', cause: 'it failed' };

/** Cancels a request that somebody has taken. Ana's bucket has no free slot until `freeSlot` is called. */
async function cancelTakenRequest(readFailures = 0) {
  const started = createTakenRequest(readFailures);
  started.request.canceledAt = 2;
  started.effects.onDriverAction('7KQ2MA', 'cancel');
  await nextTurn();
  return started;
}

/** Creates the effects for a request that somebody has taken. */
function createTakenRequest(readFailures = 0) {
  const clock = createFakeClock();
  const stopping = new AbortController();
  const request: Pick<RequestWithHistory, 'takenAt' | 'canceledAt' | 'doneAt' | 'closedAt' | 'erasedAt'> = {
    takenAt: 1,
    canceledAt: null,
    doneAt: null,
    closedAt: null,
    erasedAt: null,
  };
  const rung: string[] = [];
  const notifiedRecipients: string[] = [];
  const logged: object[] = [];
  const kept: Promise<unknown>[] = [];
  let isFull = true;
  let failsOnce = false;
  let failsToRelease = false;
  const ids: string[] = [];
  const texts: string[] = [];
  const released: string[] = [];
  const emailed: string[] = [];
  const mailTexts: string[] = [];
  let answer = accepted;
  let mailAnswer = accepted;
  const createRecipient = (name: string): Recipient => ({
    name,
    async send({ id, text }) {
      rung.push(name);
      ids.push(id);
      texts.push(text);
      return answer;
    },
  });
  const effects = createActionEffects({
    settings: {
      mailFrom: 'site@example.net',
      mailTo: ['owner@example.com', 'ben@example.com'],
      siteUrl: undefined,
      port: 8080,
      dataDir: '',
      database: undefined,
    },
    recipients: ['ana', 'ben'].map(createRecipient),
    transport: {
      canDeliver: true,
      async send({ text }, to) {
        emailed.push(to);
        mailTexts.push(text);
        return mailAnswer;
      },
    },
    store: {
      findWithHistory: async () => {
        if (readFailures > 0) {
          readFailures -= 1;
          throw new StoreUnavailableError();
        }
        return request as RequestWithHistory;
      },
      findRecentDriverEvents: async () =>
        request.canceledAt === null
          ? []
          : [
              {
                reference: '7KQ2MA',
                event: request.erasedAt === null ? 'canceled' : 'erased',
                notifiedRecipients,
              },
            ],
      recordDriverAlarm: async ({ recipient }) => {
        notifiedRecipients.push(recipient);
      },
      acquireSpareSlot: async ({ recipient }) => {
        if (failsOnce) {
          failsOnce = false;
          throw new StoreUnavailableError();
        }
        return recipient === 'ana' && isFull ? undefined : 1;
      },
      releaseSlot: async ({ recipient }) => {
        if (failsToRelease) {
          throw new StoreUnavailableError();
        }
        released.push(recipient);
      },
    },
    wakeOutbox: () => undefined,
    waitUntil: (work) => kept.push(work),
    hasDataFolder: false,
    clock,
    log: (event, attributes) => logged.push({ event, ...attributes }),
    stopping: stopping.signal,
  });
  return {
    effects,
    clock,
    rung,
    ids,
    texts,
    released,
    emailed,
    mailTexts,
    logged,
    kept,
    request,
    stop: () => stopping.abort(),
    freeSlot: () => {
      isFull = false;
    },
    failStoreOnce: () => {
      failsOnce = true;
    },
    failReleases: () => {
      failsToRelease = true;
    },
    answerWith: (next: AttemptResult) => {
      answer = next;
    },
    answerEmailWith: (next: AttemptResult) => {
      mailAnswer = next;
    },
    async pass(milliseconds: number) {
      for (let passed = 0; passed < milliseconds; passed += minute / 2) {
        clock.advance(minute / 2);
        await nextTurn();
      }
    },
  };
}

test('the alarm about a cancellation waits for a free slot', async () => {
  const { rung, freeSlot, pass } = await cancelTakenRequest();
  expect(rung).toEqual(['ben']);
  await pass(7 * minute);
  expect(rung).toEqual(['ben']);
  freeSlot();
  await pass(10 * minute);
  expect(rung).toEqual(['ben', 'ana']);
});

test('all recipients ring once when a driver deletes a request that somebody has taken', async () => {
  const { effects, request, rung, texts, freeSlot, pass } = createTakenRequest();
  freeSlot();
  Object.assign(request, { canceledAt: 3, erasedAt: 3 });
  effects.onDriverAction('7KQ2MA', 'erase');
  await pass(10 * minute);
  expect(rung.toSorted()).toEqual(['ana', 'ben']);
  expect(new Set(texts)).toEqual(new Set(['DELETED by the driver. Ref 7KQ2MA']));
});

test.each([
  ['was already canceled', { canceledAt: 2 }],
  ['is done', { doneAt: 2 }],
  ['is closed', { closedAt: 2 }],
  ["isn't taken", { takenAt: null }],
])('a deletion rings no recipient if the request %s', async (_, changes) => {
  const { effects, request, rung, freeSlot, pass } = createTakenRequest();
  Object.assign(request, { canceledAt: 3, erasedAt: 3, ...changes });
  freeSlot();
  effects.onDriverAction('7KQ2MA', 'erase');
  await pass(minute);
  expect(rung).toEqual([]);
});

test('no recipient rings when the owner deletes a request', async () => {
  const { effects, rung, freeSlot, pass } = createTakenRequest();
  freeSlot();
  effects.onOwnerAction('7KQ2MA', 'erase');
  await pass(minute);
  expect(rung).toEqual([]);
});

test('no recipient rings about a cancellation that the driver has undone', async () => {
  const { rung, request, freeSlot, pass, clock } = await cancelTakenRequest();
  expect(clock.isAwaited()).toBe(true);
  request.canceledAt = null;
  freeSlot();
  await pass(10 * minute);
  expect(rung).toEqual(['ben']);
});

test.each([
  ['done', 'doneAt'],
  ['closed', 'closedAt'],
] as const)('alarms about a cancellation stop once the request is %s', async (_, ending) => {
  const { rung, request, freeSlot, pass } = await cancelTakenRequest();
  request[ending] = 3;
  freeSlot();
  await pass(10 * minute);
  expect(rung).toEqual(['ben']);
});

test('a failed alarm about a cancellation is repeated until the service accepts it', async () => {
  const { rung, ids, released, answerWith, freeSlot, pass } = await cancelTakenRequest();
  answerWith(failed);
  freeSlot();
  await pass(2 * minute);
  answerWith(accepted);
  await pass(20 * minute);
  expect(rung).toEqual(['ben', 'ana', 'ana', 'ana', 'ana', 'ana']);
  expect(released).toEqual(['ana', 'ana', 'ana', 'ana']);
  // ntfy replaces a message with a known ID, and a webhook may drop the repeat.
  expect(new Set(ids.slice(1)).size).toBe(1);
});

test('an unavailable store is not logged as a bug', async () => {
  const { logged, failStoreOnce, pass } = await cancelTakenRequest(1);
  failStoreOnce();
  await pass(minute);
  expect(logged.filter((line) => 'event' in line && line.event === 'error')).toEqual([]);
});

test('the alarms about a cancellation wait until the store works again', async () => {
  const { pass, rung, freeSlot } = await cancelTakenRequest(1);
  freeSlot();
  expect(rung).toEqual([]);
  await pass(2 * minute);
  expect(rung.toSorted()).toEqual(['ana', 'ben']);
});

test('a failure of the store does not end the alarms about a cancellation', async () => {
  const { pass, rung, logged, failStoreOnce, freeSlot } = await cancelTakenRequest();
  freeSlot();
  failStoreOnce();
  await pass(2 * minute);
  expect(rung).toEqual(['ben', 'ana']);
  expect(logged).toContainEqual(expect.objectContaining({ event: 'page_failed', cause: 'the store failed' }));
});

test('a failed alarm about a cancellation is given up after ten minutes', async () => {
  const { rung, logged, kept, answerWith, freeSlot, pass } = await cancelTakenRequest();
  answerWith(failed);
  freeSlot();
  await pass(11 * minute);
  await kept[0];
  expect(rung.length).toBe(21);
  expect(logged).toHaveLength(20);
});

test('a failed alarm about a cancellation is not repeated after the driver undoes it', async () => {
  const { rung, request, answerWith, freeSlot, pass } = await cancelTakenRequest();
  answerWith(failed);
  freeSlot();
  await pass(minute / 2);
  request.canceledAt = null;
  await pass(10 * minute);
  expect(rung).toEqual(['ben', 'ana']);
});

test('an alarm about a cancellation that may have rung is repeated only once', async () => {
  const { rung, answerWith, freeSlot, pass } = await cancelTakenRequest();
  answerWith({ outcome: 'ambiguous', resultCode: 'TimeoutError', cause: 'it does not answer' });
  freeSlot();
  await pass(20 * minute);
  expect(rung.filter((name) => name === 'ana')).toHaveLength(2);
});

test('a restarted server rings about a recent cancellation', async () => {
  const { effects, request, rung, freeSlot, pass } = createTakenRequest();
  freeSlot();
  effects.resumeDriverAlarms();
  await pass(minute);
  expect(rung).toEqual([]);
  request.canceledAt = 2;
  effects.resumeDriverAlarms();
  await pass(minute);
  expect(rung.toSorted()).toEqual(['ana', 'ben']);
});

test('a restarted server rings only the recipients whose service has not accepted the alarm', async () => {
  const { effects, rung, pass, freeSlot } = await cancelTakenRequest();
  expect(rung).toEqual(['ben']);
  effects.resumeDriverAlarms();
  await pass(minute);
  expect(rung).toEqual(['ben']);
  freeSlot();
  effects.resumeDriverAlarms();
  await pass(minute);
  expect(new Set(rung)).toEqual(new Set(['ben', 'ana']));
  const count = rung.length;
  effects.resumeDriverAlarms();
  await pass(minute);
  expect(rung).toHaveLength(count);
});

test('a restarted server sends the alarm for a recent deletion', async () => {
  const { effects, request, texts, freeSlot, pass } = createTakenRequest();
  freeSlot();
  Object.assign(request, { canceledAt: 3, erasedAt: 3 });
  effects.resumeDriverAlarms();
  await pass(minute);
  expect(texts).toEqual(Array(2).fill('DELETED by the driver. Ref 7KQ2MA'));
});

test('a refused alarm about a cancellation is not repeated', async () => {
  const { rung, answerWith, freeSlot, pass } = await cancelTakenRequest();
  answerWith({ outcome: 'refused', resultCode: '400', cause: 'it refused the alarm' });
  freeSlot();
  await pass(10 * minute);
  expect(rung).toEqual(['ben', 'ana']);
});

test('a refused alarm is not repeated although its slot could not be given back', async () => {
  const { effects, request, rung, freeSlot, failReleases, answerWith, pass } = createTakenRequest();
  freeSlot();
  failReleases();
  answerWith({ outcome: 'refused', resultCode: '401', cause: 'wrong token' });
  request.canceledAt = 2;
  effects.onDriverAction('7KQ2MA', 'cancel');
  await pass(10 * minute);
  expect(rung).toEqual(['ana', 'ben']);
});

test('a stopping server logs an alarm that still waits', async () => {
  const { rung, logged, clock, stop } = await cancelTakenRequest();
  stop();
  await nextTurn();
  expect(clock.isAwaited()).toBe(false);
  expect(rung).toEqual(['ben']);
  expect(logged).toMatchObject([{ event: 'page_failed', reference: '7KQ2MA', recipient: 1 }]);
});

test('the log has the reason why a test ring failed', async () => {
  const { effects, logged, answerWith } = await cancelTakenRequest();
  answerWith({ outcome: 'refused', resultCode: '400', cause: 'the key is wrong' });
  expect(await effects.sendTestRing('ben')).toBe('failed');
  expect(logged).toMatchObject([{ event: 'page_failed', recipient: 2, cause: 'the key is wrong' }]);
});

test('the platform keeps running until the alarm about a cancellation has rung', async () => {
  const { rung, kept, freeSlot, pass } = await cancelTakenRequest();
  expect(kept).toHaveLength(1);
  freeSlot();
  await pass(minute);
  await kept[0];
  expect(rung).toEqual(['ben', 'ana']);
});

test('the email about a new device is repeated until the mail server accepts it', async () => {
  const { effects, emailed, logged, freeSlot, answerEmailWith, pass } = await cancelTakenRequest();
  freeSlot();
  const greylisted: AttemptResult = {
    outcome: 'deferred',
    resultCode: '451',
    cause: 'it refuses it for now',
  };
  answerEmailWith(greylisted);
  effects.announceDevice('Night phone');
  await pass(3 * minute);
  answerEmailWith(accepted);
  await pass(60 * minute);
  expect(emailed.sort()).toEqual([
    ...Array(3).fill('ben@example.com'),
    ...Array(3).fill('owner@example.com'),
  ]);
  expect(logged.filter((line) => 'event' in line && line.event === 'owner_email_failed')).toHaveLength(4);
  expect(logged.at(-1)).toMatchObject({ event: 'owner_email', outcome: 'accepted' });
});

test('the email about a new device is given up after a few attempts', async () => {
  const { effects, emailed, kept, freeSlot, answerEmailWith, pass } = await cancelTakenRequest();
  freeSlot();
  answerEmailWith(failed);
  effects.announceDevice('Night phone');
  await pass(60 * minute);
  await Promise.all(kept);
  expect(emailed).toHaveLength(8);
});

test('the log has the reason why a recipient was not told about a new device', async () => {
  const { effects, logged, answerWith } = await cancelTakenRequest();
  answerWith(failed);
  effects.announceDevice('Night phone');
  await nextTurn();
  expect(logged).toContainEqual({ event: 'page_failed', recipient: 2, ...failed });
});

test('the platform keeps running until all are told about a new device', async () => {
  const { effects, kept } = await cancelTakenRequest();
  effects.announceDevice('Night phone');
  // The alarm about the cancellation, the email, and two recipients.
  expect(kept).toHaveLength(4);
});

test('without SITE_URL, an emailed pairing link works on the server itself', async () => {
  const { effects, mailTexts } = createTakenRequest();
  effects.sendPairingLink('token');
  await nextTurn();
  expect(mailTexts[0]).toContain('http://127.0.0.1:8080/dispatch#pair=token');
});

test('the email with a pairing link is tried three times', async () => {
  const { effects, emailed, answerEmailWith, freeSlot, pass } = createTakenRequest();
  freeSlot();
  answerEmailWith(failed);
  effects.sendPairingLink('token');
  await pass(minute / 2);
  expect(emailed).toHaveLength(2);
  await pass(minute);
  expect(emailed).toHaveLength(4);
  answerEmailWith(accepted);
  await pass(60 * minute);
  expect(emailed).toHaveLength(6);
});

test('the email with a pairing link is given up before the link expires', async () => {
  const { effects, clock, emailed, answerEmailWith, pass } = createTakenRequest();
  answerEmailWith(failed);
  effects.sendPairingLink('token');
  await pass(14 * minute);
  expect(emailed).toHaveLength(6);
  expect(clock.isAwaited()).toBe(false);
});

test('the platform keeps running until the pairing link is emailed', async () => {
  const { effects, emailed, kept, answerEmailWith, pass } = createTakenRequest();
  answerEmailWith(failed);
  effects.sendPairingLink('token');
  await nextTurn();
  answerEmailWith(accepted);
  expect(kept).toHaveLength(1);
  await pass(minute);
  await kept[0];
  expect(emailed).toHaveLength(4);
});

test('a stopping server no longer tries to email a pairing link', async () => {
  const { effects, clock, emailed, kept, answerEmailWith, stop } = createTakenRequest();
  answerEmailWith(failed);
  effects.sendPairingLink('token');
  await nextTurn();
  stop();
  await kept[0];
  expect(clock.isAwaited()).toBe(false);
  expect(emailed).toHaveLength(2);
});
