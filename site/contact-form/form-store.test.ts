import { expect, test } from 'vitest';
import { emptyDraft, parseDraft } from './draft.ts';
import { createFormStore, type Fields, isLocked } from './form-store.ts';

const fields: Fields = {
  name: 'Ana',
  phone: '8325550188',
  email: 'a@b.example',
  service: 'emergency',
  message: 'Stalled',
};
const location = { latitude: 29.8, longitude: -95.3, accuracyMeters: 12, time: 1 };
const draft = {
  fields,
  answers: { sign: '51' },
  location,
  serviceByLink: true,
  sent: { content: '{}', key: 'k' },
};

test('a stored draft comes back as it was', () => {
  expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
});

test.each([
  ['nothing', null],
  ['no JSON', '{"fields":'],
  ['null', 'null'],
  ['an array of drafts', JSON.stringify([draft])],
  ['fields that are a text', '{"fields":"Ana"}'],
  ['a field that is a number', '{"fields":{"name":7}}'],
  ['five megabytes', JSON.stringify({ fields: { message: 'x'.repeat(5_000_000) } })],
])('%s is an empty draft', (_, stored) => {
  expect(parseDraft(stored)).toEqual(emptyDraft);
});

test.each([
  ['location', { latitude: null }, undefined],
  ['location', null, undefined],
  ['answers', 7, {}],
  ['answers', { sign: {} }, {}],
  ['sent', { content: '', key: 1 }, undefined],
  ['serviceByLink', 'yes', undefined],
  ['fields', { ...fields, phone: 7, elsewhere: 'x' }, expect.not.objectContaining({ elsewhere: 'x' })],
])('a bad part, %s %j, never costs the rest', (part, value, usable) => {
  const parsed = parseDraft(JSON.stringify({ ...draft, [part]: value }));
  expect(parsed).toMatchObject({ fields: { name: fields.name, message: fields.message } });
  expect(parsed[part as keyof typeof draft]).toEqual(usable);
});

test('a form goes from idle to sending to sent, and is empty after it', () => {
  const { store, items } = storeWith();
  store.dispatch({ type: 'typed', fields, serviceByLink: false });
  expect(items.get('draft')).toContain('Ana');
  const attempt = startSending(store);
  store.dispatch({ type: 'sendingSlow', attempt });
  expect(store.get().phase).toMatchObject({ name: 'sending', slow: true });
  store.dispatch({ type: 'accepted', attempt, reference: '7KQ2MA', time: 1 });
  expect(store.get().phase).toMatchObject({ name: 'sent', sent: { fields, reference: '7KQ2MA' } });
  expect(items.size).toBe(0);
  store.dispatch({ type: 'emptied' });
  expect(store.get().draft.fields).toEqual({});
  expect(store.get().phase).toMatchObject({ name: 'sent', emptied: true });
});

test('nothing is added from Send until the form is empty', () => {
  const { store } = storeWith();
  const attempt = startSending(store);
  for (const phase of ['sending', 'sent'] as const) {
    expect(store.get().phase.name).toBe(phase);
    expect(isLocked(store.get())).toBe(true);
    const before = store.get();
    store.dispatch({ type: 'typed', fields, serviceByLink: false });
    store.dispatch({ type: 'answered', question: 'sign', answer: '51' });
    store.dispatch({ type: 'locationRemoved' });
    store.dispatch({ type: 'searchStarted', search: Symbol() });
    expect(store.get()).toBe(before);
    store.dispatch({ type: 'accepted', attempt, reference: undefined, time: 1 });
  }
});

test('late answers of a send that is over change nothing', () => {
  const { store } = storeWith();
  const attempt = startSending(store);
  store.dispatch({ type: 'sendingForgotten' });
  const idle = store.get();
  store.dispatch({ type: 'accepted', attempt, reference: 'LATE22', time: 1 });
  store.dispatch({ type: 'notSent', attempt });
  store.dispatch({ type: 'sendingSlow', attempt });
  expect(store.get()).toBe(idle);
});

test.each(['cleared', 'sent', 'asked again'])('a position of a search that was %s changes nothing', (how) => {
  const { store } = storeWith();
  const search = Symbol('search');
  store.dispatch({ type: 'searchStarted', search });
  if (how === 'cleared') store.dispatch({ type: 'cleared' });
  if (how === 'sent') startSending(store);
  if (how === 'asked again') store.dispatch({ type: 'searchStarted', search: Symbol('search') });
  const before = store.get();
  store.dispatch({ type: 'located', search, location });
  store.dispatch({ type: 'searchEnded', search, end: 'denied' });
  expect(store.get()).toBe(before);
});

test('a blocked storage keeps nothing, and the form works', () => {
  const store = createFormStore(() => {
    throw new DOMException('kept out', 'SecurityError');
  });
  store.dispatch({ type: 'typed', fields, serviceByLink: false });
  expect(store.get().draft.fields).toEqual(fields);
});

type Store = ReturnType<typeof createFormStore>;

function startSending(store: Store) {
  const attempt = Symbol('attempt');
  store.dispatch({ type: 'sendingStarted', attempt, draft: store.get().draft, fields });
  return attempt;
}

function storeWith(saved?: string) {
  const items = new Map<string, string>(saved ? [['draft', saved]] : []);
  return { items, store: createFormStore(() => storageOf(items)) };
}

const storageOf = (items: Map<string, string>) => ({
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
});
