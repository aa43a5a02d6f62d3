import { expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { emptyDraft, parseDraft } from './draft.ts';
import { createFormStore } from './form-store.ts';

const position = { latitude: 29.8, longitude: -95.3, accuracyMeters: 12, time: 1 };
const draft = {
  fields: exampleRequest,
  answers: { sign: '51' },
  position,
  serviceByLink: true,
  sent: { content: '{}', key: 'k' },
};

test('a stored draft is restored unchanged', () => {
  expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
});

test.each([
  ['nothing', null],
  ['invalid JSON', '{"fields":'],
  ['an array of drafts', JSON.stringify([draft])],
  ['a field that is a number', '{"fields":{"name":7}}'],
  ['five megabytes', JSON.stringify({ fields: { message: 'x'.repeat(5_000_000) } })],
])('parsing %s returns an empty draft', (_, stored) => {
  expect(parseDraft(stored)).toEqual(emptyDraft);
});

test.each([
  { part: 'position', value: { latitude: null }, usable: undefined },
  { part: 'answers', value: { sign: {} }, usable: {} },
  { part: 'sent', value: { content: '', key: 1 }, usable: undefined },
  { part: 'serviceByLink', value: 'yes', usable: undefined },
  {
    part: 'fields',
    value: { ...exampleRequest, phone: 7, elsewhere: 'x' },
    usable: expect.not.objectContaining({ elsewhere: 'x' }),
  },
])('a bad part ($part: $value) does not discard the rest of the draft', ({ part, value, usable }) => {
  const parsed = parseDraft(JSON.stringify({ ...draft, [part]: value }));
  expect(parsed).toMatchObject({ fields: { name: exampleRequest.name, message: exampleRequest.message } });
  expect(parsed[part as keyof typeof draft]).toEqual(usable);
});

test('late responses to an ended attempt change nothing', () => {
  const store = createFormStore();
  const attempt = startSending(store);
  store.dispatch({ type: 'draftRestored', draft: store.get().draft, hasReceipt: false });
  const idle = store.get();
  store.dispatch({
    type: 'accepted',
    attempt,
    receipt: { reference: 'LATE22', statusToken: undefined, time: 1 },
  });
  store.dispatch({ type: 'notSent', attempt });
  store.dispatch({ type: 'sendingSlow', attempt });
  expect(store.get()).toBe(idle);
});

test.each(['Clear', 'Send', 'a new search'])('a late position changes nothing after %s', (end) => {
  const store = createFormStore();
  const id = Symbol('search');
  store.dispatch({ type: 'searchStarted', id });
  if (end === 'Clear') {
    store.dispatch({ type: 'cleared' });
  }
  if (end === 'Send') {
    startSending(store);
  }
  if (end === 'a new search') {
    store.dispatch({ type: 'searchStarted', id: Symbol('search') });
  }
  const before = store.get();
  store.dispatch({ type: 'located', id, position });
  store.dispatch({ type: 'searchEnded', id, end: 'denied' });
  expect(store.get()).toBe(before);
});

test('the form works while storage is blocked', () => {
  const store = createFormStore(() => {
    throw new DOMException('Storage is blocked.', 'SecurityError');
  });
  store.dispatch({ type: 'typed', fields: exampleRequest, serviceByLink: false });
  expect(store.get().draft.fields).toEqual(exampleRequest);
});

type Store = ReturnType<typeof createFormStore>;

function startSending(store: Store) {
  const attempt = Symbol('attempt');
  store.dispatch({ type: 'sendingStarted', attempt, draft: store.get().draft, fields: exampleRequest });
  return attempt;
}
