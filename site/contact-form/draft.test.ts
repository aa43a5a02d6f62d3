import { expect, test } from 'vitest';
import { emptyDraft, isTyped, parseDraft, withKey } from './draft.ts';

const draft = {
  fields: { name: 'Ana', message: 'It stalled.' },
  answers: { sign: '51' },
  location: { latitude: 29.8, longitude: -95.3, accuracyMeters: 12, time: 1 },
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
  ['a number', '7'],
  ['an array', '[]'],
  ['an array of drafts', JSON.stringify([draft])],
  ['fields that are null', '{"fields":null}'],
  ['fields that are a text', '{"fields":"Ana"}'],
  ['a field that is a number', '{"fields":{"name":7}}'],
  ['an answer that is an object', '{"answers":{"sign":{}}}'],
  ['a location without a place', '{"location":{"time":1}}'],
  ['a location that is null', '{"location":null}'],
  ['a key that is no text', '{"sent":{"content":"","key":1}}'],
  ['five megabytes', JSON.stringify({ fields: { message: 'x'.repeat(5_000_000) } })],
])('%s is an empty draft', (_, stored) => {
  expect(parseDraft(stored)).toEqual(emptyDraft);
});

test.each([
  ['location', { latitude: null }],
  ['location', { latitude: 29.8, longitude: -95.3, accuracyMeters: null, time: 'noon' }],
  ['answers', 7],
  ['answers', { sign: {} }],
  ['sent', { content: '', key: 1 }],
  ['serviceByLink', 'yes'],
  ['fields', { ...draft.fields, phone: 7 }],
])('a bad part, %s %j, never costs the rest', (part, value) => {
  expect(parseDraft(JSON.stringify({ ...draft, [part]: value })).fields).toEqual(draft.fields);
});

test("an older release's draft keeps the fields, whose message holds its lines", () => {
  const stored = {
    fields: { name: 'Ana', message: 'Highway: I-45\n\nIt stalled.' },
    short: { highway: 'I-45' },
    fix: { latitude: 29.8 },
    written: ['Highway: I-45'],
  };
  expect(parseDraft(JSON.stringify(stored))).toEqual({ fields: stored.fields, answers: {} });
});

test('only what a visitor added can be lost', () => {
  expect(isTyped(emptyDraft)).toBe(false);
  expect(isTyped({ fields: { name: '' }, answers: { sign: '' } })).toBe(false);
  expect(isTyped({ ...emptyDraft, answers: { sign: '51' } })).toBe(true);
  expect(isTyped({ ...emptyDraft, location: draft.location })).toBe(true);
});

test('the same content has the same key, other content another', () => {
  const first = withKey(emptyDraft, 'a');
  expect(withKey(first, 'a').sent.key).toBe(first.sent.key);
  expect(withKey(first, 'b').sent.key).not.toBe(first.sent.key);
});
