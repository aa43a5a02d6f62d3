import { describe, expect, test } from 'vitest';
import { words } from '../../content/words/index.ts';
import { type RequestStatus, requestStates } from '../../contract/request-status.ts';
import { describeStale, describeStatus } from './describe-status.ts';

const text = { ...words.en.requestStatus, services: words.en.form.services };
const formatter = {
  format: (time: string) => `${time.slice(11, 16)} a.m.`,
  formatInSentence: (time: string) => time.slice(11, 16),
};
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

const canceled: RequestStatus = { ...ringing, state: 'canceled', endedAt: '2026-11-28T08:13:00Z' };
const createSharedStatus = (status: RequestStatus): RequestStatus => ({
  ...status,
  may: 'look',
  shareToken: undefined,
});

const createView = (status: RequestStatus, now = status.now) =>
  describeStatus(status, { words: text, now: Date.parse(now), formatter });

test.each(requestStates)('state %s has two board lines and a sentence in every language', (state) => {
  for (const language of Object.values(words)) {
    const { board, sentence } = describeStatus(
      { ...onTheWay, state },
      {
        words: { ...language.requestStatus, services: {} },
        now: Date.parse(onTheWay.now),
        formatter,
      },
    );
    expect(board).toHaveLength(2);
    expect(board[0]).not.toBe('');
    expect(sentence).not.toMatch(/^$|[{}]/);
  }
});

test('a ringing request shows the number of rings and the next one', () => {
  const { steps } = createView(ringing);
  expect(steps.map(({ name, kind }) => [name, kind])).toEqual([
    [text.steps.sent, 'past'],
    [text.steps.rung, 'now'],
    [text.steps.toTake, 'later'],
    [text.steps.toLeave, 'later'],
    [text.steps.done, 'later'],
  ]);
  expect(steps[1]?.detail).toBe('They have rung 3 times since 08:06. Next at 08:15.');
});

test('the ringing step has no time before the first ring', () => {
  const { board, sentence, steps } = createView({ ...ringing, rung: undefined, emailedAt: receivedAt });
  expect(board).toEqual(text.board.received);
  expect(sentence).toEqual(text.sentence.to_ring);
  expect(steps.slice(1, 3)).toEqual([
    { name: text.steps.emailed, at: '08:06 a.m.', kind: 'now' },
    { name: text.steps.toRing, at: undefined, kind: 'later' },
  ]);
});

test('without alarms, the email is the next step', () => {
  const { steps } = createView({ ...ringing, state: 'received', rung: undefined });
  expect(steps[1]).toEqual({ name: text.steps.toEmail, at: undefined, kind: 'later' });
});

test('an email sent after somebody has the request is not a step', () => {
  const { steps } = createView({ ...taken, emailedAt: '2026-11-28T08:50:00Z' });
  expect(steps.map(({ name }) => name)).not.toContain(text.steps.emailed);
});

test('an unanswered request shows the time of the last ring', () => {
  const unanswered = { ...ringing, state: 'unanswered' } as const;
  expect(createView(unanswered).sentence).toBe('Our phones rang until 08:12.');
  const { sentence, steps } = createView({ ...unanswered, rung: undefined });
  expect(sentence).toBe(text.sentence.unanswered_unrung);
  expect(steps.map(({ name }) => name)).toEqual([
    text.steps.sent,
    text.steps.toTake,
    text.steps.toLeave,
    text.steps.done,
  ]);
});

test('a request deleted before its email mentions no email', () => {
  const erased = { ...ringing, state: 'erased' } as const;
  expect(createView({ ...erased, emailedAt: receivedAt }).sentence).toBe(text.sentence.erased);
  expect(createView(erased).sentence).toBe(text.sentence.erased_unsent);
});

test('once the next ring is due, the step says that phones ring soon', () => {
  const { steps } = createView({
    ...ringing,
    rung: { ...ringing.rung, nextAt: undefined } as typeof ringing.rung,
  });
  expect(steps[1]?.detail).toBe('They have rung 3 times since 08:06. They should ring again soon.');
});

test('the headline and the step name the person who has the request', () => {
  expect(createView(taken).board).toEqual(['Alex has it.', '']);
  expect(createView(taken).steps[2]).toMatchObject({ name: 'Taken by Alex', at: '08:14 a.m.', kind: 'now' });
});

test('without a first name, the headline and the step say we have the request', () => {
  const nameless = { at: '2026-11-28T08:14:00Z' };
  const { board, steps } = createView({ ...taken, taken: nameless });
  expect(board).toEqual(text.board.takenByUs);
  const step = { name: text.steps.takenByUs, at: '08:14 a.m.' };
  expect(steps[2]).toMatchObject({ ...step, kind: 'now' });
  for (const state of ['done', 'canceled', 'closed', 'erased'] as const) {
    const ended = createView({ ...taken, taken: nameless, state, endedAt: '2026-11-28T09:00:00Z' });
    expect(ended.steps[2]).toMatchObject({ ...step, kind: 'past' });
  }
});

test.each(['ringing', 'received'] as const)(
  'a %s request that was given back says who gave it back',
  (state) => {
    expect(createView({ ...ringing, state, givenBack: { by: 'Alex' } }).sentence).toMatch(
      /^Alex can't take it/,
    );
    expect(createView({ ...ringing, state, givenBack: {} }).sentence).toBe(text.sentence.given_back_by_us);
  },
);

test('an estimate is shown as a clock time', () => {
  expect(createView(onTheWay).board).toEqual(['On the way.', 'About 09:00.']);
});

test('once an estimate has passed, the board says to call', () => {
  expect(createView(onTheWay, '2026-11-28T09:00:01Z').board).toEqual(['Expected 09:00.', 'Late? Call.']);
});

test('the picture shows a waiting rig, its repair, and then a rolling rig', () => {
  expect([ringing, taken, onTheWay, canceled].map((status) => createView(status).scene)).toEqual([
    'waiting',
    'repair',
    'repair',
    'rolling',
  ]);
});

test('an ended request lists only what happened', () => {
  const { steps } = createView({ ...ringing, state: 'canceled', endedAt: '2026-11-28T08:13:00Z' });
  expect(steps.map(({ name, kind }) => [name, kind])).toEqual([
    [text.steps.sent, 'past'],
    [text.steps.rung, 'past'],
    [text.steps.canceled, 'past'],
  ]);
});

describe('driver actions', () => {
  test('an open request can be canceled and deleted', () => {
    expect(createView(ringing)).toMatchObject({
      canCancel: true,
      canUndoCancellation: false,
      canErase: true,
    });
  });

  test('a canceled request can be restored until the time that the server gives', () => {
    const restorable = { ...canceled, restorableUntil: '2026-11-28T10:13:00Z' };
    expect(createView(restorable).canUndoCancellation).toBe(true);
    expect(createView(restorable, '2026-11-28T10:13:00Z').canUndoCancellation).toBe(false);
    expect(createView(canceled).canUndoCancellation).toBe(false);
  });

  test('a deleted request can be neither shared nor deleted', () => {
    expect(createView(ringing)).toMatchObject({ canShare: true, canErase: true });
    expect(createView({ ...ringing, state: 'erased' })).toMatchObject({ canShare: false, canErase: false });
  });

  test('a shared link only shows the status', () => {
    for (const status of [ringing, canceled]) {
      expect(createView(createSharedStatus(status))).toMatchObject({
        canShare: false,
        canCancel: false,
        canUndoCancellation: false,
        canErase: false,
      });
    }
  });
});

describe('the shared link', () => {
  const nameless: RequestStatus = { ...onTheWay, taken: { at: receivedAt } };
  const addressed = /(?<!\p{L})(?:you|your|usted|su|le|nos avisó)(?!\p{L})|envió\.$|viaje/imu;
  const everyStatus = requestStates.flatMap((state) =>
    [ringing, taken, onTheWay, nameless].map((status) => ({ ...status, state, endedAt: canceled.endedAt })),
  );

  test.each(Object.keys(words) as (keyof typeof words)[])(
    'does not address the reader as the driver in %s',
    (language) => {
      for (const status of everyStatus) {
        const { requestStatus, form } = words[language];
        const all = { words: { ...requestStatus, services: form.services }, now: 0, formatter };
        const { board, sentence, steps } = describeStatus(createSharedStatus(status), all);
        const names = steps.flatMap(({ name, detail }) => [name, detail ?? '']);
        const stale = describeStale(createSharedStatus(status), all);
        const shown = [...board, sentence, ...names, ...stale.board, stale.sentence].join('\n');
        expect(shown.replace(/si usted nos llama/g, ''), status.state).not.toMatch(addressed);
      }
    },
  );

  test('does not mention the driver in a cancellation', () => {
    const { sentence, steps } = createView(createSharedStatus(canceled));
    expect(sentence).toBe(text.sharedLink.sentence.canceled);
    expect(steps.at(-1)?.name).toBe(text.sharedLink.steps.canceled);
    expect(createView(canceled).steps.at(-1)?.name).toBe(text.steps.canceled);
  });
});

describe('while the page cannot check', () => {
  const createStaleView = (status: RequestStatus) =>
    describeStale(status, { words: text, now: Date.parse(status.now), formatter });

  test('it shows the last known status of an open request with its time', () => {
    expect(createStaleView(taken)).toEqual({
      board: text.board.unavailable,
      sentence: 'We have your request. As of 08:12: Alex has it.',
    });
    expect(createStaleView(createSharedStatus(ringing)).sentence).toBe(
      'We have the request. As of 08:12: Ringing our phones.',
    );
  });

  test('it says only once that we have the request', () => {
    expect(createStaleView({ ...ringing, state: 'received' }).sentence).toBe(
      'As of 08:12: We have your request.',
    );
  });

  test('it no longer says that we have a canceled request', () => {
    expect(createStaleView(canceled).sentence).toBe('As of 08:12: Canceled. Need help? Call.');
  });
});
