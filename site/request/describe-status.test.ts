import { describe, expect, test } from 'vitest';
import { words } from '../../content/words/index.ts';
import { type RequestStatus, requestStates } from '../../contract/request-status.ts';
import { describeStatus } from './describe-status.ts';

const text = { ...words.en.requestStatus, services: words.en.form.services };
const printTime = (time: string, isShort = false) => time.slice(11, 16) + (isShort ? '' : ' a.m.');
const receivedAt = '2026-11-28T08:06:00Z';

const ringing: RequestStatus = {
  reference: '7KQ2MA',
  service: 'emergency',
  state: 'ringing',
  receivedAt,
  rung: { times: 3, firstAt: receivedAt, lastAt: '2026-11-28T08:12:00Z', nextAt: '2026-11-28T08:15:00Z' },
  may: 'manage',
  shareToken: '7KQ2MAlook',
  now: '2026-11-28T08:12:40Z',
  askAgain: 10,
};
const taken: RequestStatus = {
  ...ringing,
  state: 'taken',
  taken: { at: '2026-11-28T08:14:00Z', by: 'Alex' },
};
const onTheWay: RequestStatus = {
  ...taken,
  state: 'on_the_way',
  eta: { minutes: 40, saidAt: '2026-11-28T08:20:00Z', until: '2026-11-28T09:00:00Z' },
};

const viewOf = (status: RequestStatus, now = status.now) =>
  describeStatus(status, { words: text, now: Date.parse(now), printTime });

test.each(requestStates)('state %s has two lines of board and a sentence in every language', (state) => {
  for (const language of Object.values(words)) {
    const { board, sentence } = describeStatus(
      { ...onTheWay, state },
      {
        words: { ...language.requestStatus, services: {} },
        now: Date.parse(onTheWay.now),
        printTime,
      },
    );
    expect(board).toHaveLength(2);
    expect(board[0]).not.toBe('');
    expect(sentence).not.toMatch(/^$|[{}]/);
  }
});

test('a ringing request says how often phones rang, and when they ring next', () => {
  const { steps } = viewOf(ringing);
  expect(steps.map(({ name, kind }) => [name, kind])).toEqual([
    [text.steps.sent, 'past'],
    [text.steps.rung, 'now'],
    [text.steps.taken, 'later'],
    [text.steps.onTheWay, 'later'],
    [text.steps.done, 'later'],
  ]);
  expect(steps[1]?.detail).toBe('Rung 3 times since 08:06 a.m. Next at 08:15 a.m.');
});

test('a request whose phones have not rung yet does not say that they ring', () => {
  const { board, sentence, steps } = viewOf({ ...ringing, rung: undefined });
  expect([board, sentence]).toEqual([text.board.received, text.sentence.to_ring]);
  expect(steps[1]).toMatchObject({ name: text.steps.toRing, kind: 'later' });
});

test('a request whose next ring is due says so', () => {
  const { steps } = viewOf({
    ...ringing,
    rung: { ...ringing.rung, nextAt: undefined } as typeof ringing.rung,
  });
  expect(steps[1]?.detail).toBe('Rung 3 times since 08:06 a.m. The next ring is due now.');
});

test('a taken request names who has it', () => {
  expect(viewOf(taken).board).toEqual(['Alex has it.', '']);
  expect(viewOf(taken).steps[2]).toMatchObject({ name: 'Taken by Alex', at: '08:14 a.m.', kind: 'now' });
});

test('a request taken by a phone without a first name names nobody', () => {
  const { board, steps } = viewOf({ ...taken, taken: { at: '2026-11-28T08:14:00Z' } });
  expect(board).toEqual(text.board.takenByUs);
  expect(steps[2]?.name).toBe(text.steps.taken);
});

test.each(['ringing', 'received'] as const)(
  'a %s request that was given back says who gave it back',
  (state) => {
    expect(viewOf({ ...ringing, state, givenBack: { by: 'Alex' } }).sentence).toMatch(/^Alex can't take it/);
    expect(viewOf({ ...ringing, state, givenBack: {} }).sentence).toBe(text.sentence.given_back_by_us);
  },
);

test('an estimate is a clock time', () => {
  expect(viewOf(onTheWay).board).toEqual(['On the way.', 'About 09:00.']);
});

test('once an estimate has passed, the board says to call', () => {
  expect(viewOf(onTheWay, '2026-11-28T09:00:01Z').board).toEqual(['Expected 09:00.', 'Late? Call.']);
});

test('an ended request lists only what happened', () => {
  const { steps } = viewOf({ ...ringing, state: 'canceled', endedAt: '2026-11-28T08:13:00Z' });
  expect(steps.map(({ name, kind }) => [name, kind])).toEqual([
    [text.steps.sent, 'past'],
    [text.steps.rung, 'past'],
    [text.steps.canceled, 'past'],
  ]);
});

describe('what the driver can do', () => {
  const canceled = { ...ringing, state: 'canceled', endedAt: '2026-11-28T08:13:00Z' } as const;

  test('an open request can be canceled and deleted', () => {
    expect(viewOf(ringing)).toMatchObject({ canCancel: true, canRestore: false, canErase: true });
  });

  test('a canceled request can be restored for two hours', () => {
    expect(viewOf(canceled).canRestore).toBe(true);
    expect(viewOf(canceled, '2026-11-28T10:13:00Z').canRestore).toBe(false);
  });

  test('a deleted request can be neither shared nor deleted', () => {
    expect(viewOf(ringing)).toMatchObject({ canShare: true, canErase: true });
    expect(viewOf({ ...ringing, state: 'erased' })).toMatchObject({ canShare: false, canErase: false });
  });

  test('a shared link can do nothing', () => {
    for (const status of [ringing, canceled]) {
      expect(viewOf({ ...status, may: 'look', shareToken: undefined })).toMatchObject({
        canShare: false,
        canCancel: false,
        canRestore: false,
        canErase: false,
      });
    }
  });
});
