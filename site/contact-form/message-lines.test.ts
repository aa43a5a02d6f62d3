import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { words } from '../../content/words/index.ts';
import { contactFields } from '../../contract/contact-fields.ts';
import { describePosition } from '../position/describe-position.ts';
import type { Draft } from './draft.ts';
import { createMessageLines, getRemainingLength, joinMessage, type MessageLine } from './message-lines.ts';

vi.mock('../../content/service-areas.ts', async () => ({
  serviceAreas: (await import('../../tests/support/example-facts.ts')).houstonAndAustin,
}));

const position = { latitude: 29.8437, longitude: -95.8245, accuracyMeters: 12, time: 0 };
const unknown = { constructor: 'x', 'towing-0': 'x' };
const answers = { sign: ' 51  B ', 'emergency-0': 'Unit 12', 'fleet-0': 'Katy', ...unknown };
const createDraft = (service: string): Draft => ({ fields: { service }, answers, position });

test.each(['en', 'es'] as const)('the lines in %s belong only to the chosen service', (language) => {
  const { extras } = words[language];
  const { position: positionWords, hints } = extras;
  const linesFor = (service: string) =>
    createMessageLines(createDraft(service), language, extras).map(
      ({ label, value }) => `${label}: ${value}`,
    );
  const place = [
    `${positionWords.lines.where}: ${describePosition(position, language, positionWords).where}`,
    `${positionWords.sign}: 51 B`,
  ];
  expect(linesFor('emergency')).toEqual([...place, `${hints.emergency[0]}: Unit 12`]);
  // The phone's position is not the yard.
  expect(linesFor('fleet')).toEqual([`${hints.fleet[0]}: Katy`]);
  expect(linesFor('towing')).toEqual(place);
});

const lines = fc.array(
  fc
    .string({ minLength: 1, maxLength: 200 })
    .map((text): MessageLine => ({ id: text, label: text, value: text, text })),
  { maxLength: 9 },
);

test('the lines and the remaining length add up to the message limit', () => {
  expect(joinMessage('It stalled.', [])).toBe('It stalled.');
  fc.assert(
    fc.property(lines, (added) => {
      const ownWords = 'x'.repeat(getRemainingLength(added));
      const message = joinMessage(ownWords, added);
      expect(message.length).toBe(contactFields.message.limit);
      expect(message.endsWith(ownWords)).toBe(true);
      // Without the visitor's own words, the message is only the lines.
      expect(joinMessage('  ', added)).toBe(added.map(({ text }) => text).join('\n'));
    }),
  );
});
