import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../contract/contact-fields.ts';
import { ownWords, writeLines } from './message-lines.ts';

const limit = limits.message;
const line = fc
  .string({ unit: 'grapheme', maxLength: 900 })
  .map((text) => `Label: ${text.replace(/[\r\n\u0085\u2028\u2029]/g, ' ')}`);
const lines = fc.array(line, { maxLength: 12 });
const own = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.integer({ min: limit - 300, max: limit }).map((length) => 'x'.repeat(length)),
  fc.string({ unit: 'grapheme', maxLength: limit }).filter((text) => text.length <= limit),
);

test('added lines never make a message too long or truncate the visitor’s own words', () => {
  fc.assert(
    fc.property(own, lines, (message, added) => {
      const result = writeLines(message, [], added, limit);
      expect(result.message.length).toBeLessThanOrEqual(limit);
      expect(result.message.endsWith(message)).toBe(true);
      expect(ownWords(result.message, result.written)).toBe(message);
      expect(result.crowded).toBe(result.written.length < added.length);
    }),
  );
});

test('new lines replace the previous ones', () => {
  fc.assert(
    fc.property(own, lines, lines, (message, before, after) => {
      const first = writeLines(message, [], before, limit);
      const second = writeLines(first.message, first.written, after, limit);
      expect(second.message).toBe(writeLines(message, [], after, limit).message);
    }),
  );
});

test('an overlong message stays unchanged and gets no lines', () => {
  const message = 'x'.repeat(limit + 1);
  expect(writeLines(message, [], ['Where: Katy'], limit)).toEqual({ message, written: [], crowded: true });
});

test('a line edited by the visitor stays; the others are replaced', () => {
  const { message, written } = writeLines('It stalled.', [], ['Where: Katy', 'Highway: I-10'], limit);
  const changed = message.replace('I-10', 'I-10 frontage road');
  expect(writeLines(changed, written, ['Where: Cypress', 'Highway: US-290'], limit).message).toBe(
    'Where: Cypress\nHighway: US-290\n\nHighway: I-10 frontage road\n\nIt stalled.',
  );
});

test('text typed above the added lines stays on top', () => {
  const { message, written } = writeLines('It stalled.', [], ['Where: Katy'], limit);
  expect(writeLines(`Please hurry.\n${message}`, written, [], limit).message).toBe(
    'Please hurry.\n\nIt stalled.',
  );
});
