import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { words } from '../../content/words/index.ts';
import { contactFields } from '../../contract/contact-fields.ts';
import { describePosition } from '../position/describe-position.ts';
import type { Draft } from './draft.ts';
import { joinMessage, type Line, linesOf, roomWith } from './lines.ts';

vi.mock('../../content/service-areas.ts', async () => ({
  serviceAreas: (await import('../../tests/support/example-areas.ts')).houstonAndAustin,
}));

const location = { latitude: 29.8437, longitude: -95.8245, accuracyMeters: 12, time: 0 };
const located: Draft = {
  fields: { service: 'emergency' },
  answers: { sign: ' 51  B ', 'emergency-0': 'Unit 12', 'fleet-0': 'Katy' },
  location,
};
const { position, hints } = words.en.roadside;
const { lines: places, sign } = position;

test('the lines are in the language of the page, place first, of the chosen service only', () => {
  const shown = (language: 'en' | 'es') =>
    linesOf(located, language, words[language].roadside).map(({ label, value }) => `${label}: ${value}`);
  expect(shown('en')).toEqual([
    `${places.where}: ${describePosition(location, 'en', position).where}`,
    `${sign}: 51 B`,
    `${hints.emergency[0]}: Unit 12`,
  ]);
  const spanish = words.es.roadside.position;
  expect(shown('es')[0]).toBe(`${spanish.lines.where}: ${describePosition(location, 'es', spanish).where}`);
  expect(shown('es')).toHaveLength(3);
});

test('a yard has no location', () => {
  const fleet = { ...located, fields: { service: 'fleet' } };
  expect(linesOf(fleet, 'en', words.en.roadside).map(({ id }) => id)).toEqual(['fleet-0']);
});

test('answers that this release does not know are no lines', () => {
  const strange: Draft = {
    fields: { service: 'towing' },
    answers: { direction: 'up', constructor: 'x', 'towing-0': 'x' },
  };
  expect(linesOf(strange, 'en', words.en.roadside)).toEqual([]);
});

const lines = fc.array(
  fc
    .string({ minLength: 1, maxLength: 200 })
    .map((text): Line => ({ id: text, label: text, value: text, text })),
  { maxLength: 9 },
);

test('lines and as many of the visitor’s words as there is room for fit into the message', () => {
  fc.assert(
    fc.property(lines, (added) => {
      const own = 'x'.repeat(roomWith(added));
      const message = joinMessage(own, added);
      expect(message.length).toBe(contactFields.message.limit);
      expect(message.endsWith(own)).toBe(true);
    }),
  );
});

test('without lines the message is what was typed, without words it is the lines', () => {
  expect(joinMessage('It stalled.', [])).toBe('It stalled.');
  const [line] = linesOf(located, 'en', words.en.roadside).slice(1);
  expect(joinMessage('  ', [line as Line])).toBe(`${sign}: 51 B`);
});
