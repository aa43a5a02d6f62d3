import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { words } from '../../content/words/index.ts';
import { contactFields } from '../../contract/contact-fields.ts';
import { describePosition } from '../position/describe-position.ts';
import type { Draft } from './draft.ts';
import { joinMessage, type Line, linesOf, roomWith } from './lines.ts';

vi.mock('../../content/service-areas.ts', async () => ({
  serviceAreas: (await import('../../tests/support/example-facts.ts')).houstonAndAustin,
}));

const location = { latitude: 29.8437, longitude: -95.8245, accuracyMeters: 12, time: 0 };
const unknown = { constructor: 'x', 'towing-0': 'x' };
const answers = { sign: ' 51  B ', 'emergency-0': 'Unit 12', 'fleet-0': 'Katy', ...unknown };
const draftFor = (service: string): Draft => ({ fields: { service }, answers, location });

test.each(['en', 'es'] as const)('in %s the lines are of the chosen service only', (language) => {
  const { roadside } = words[language];
  const { position, hints } = roadside;
  const linesFor = (service: string) =>
    linesOf(draftFor(service), language, roadside).map(({ label, value }) => `${label}: ${value}`);
  const place = [
    `${position.lines.where}: ${describePosition(location, language, position).where}`,
    `${position.sign}: 51 B`,
  ];
  expect(linesFor('emergency')).toEqual([...place, `${hints.emergency[0]}: Unit 12`]);
  // A yard is no place of the phone's.
  expect(linesFor('fleet')).toEqual([`${hints.fleet[0]}: Katy`]);
  expect(linesFor('towing')).toEqual(place);
});

const lines = fc.array(
  fc
    .string({ minLength: 1, maxLength: 200 })
    .map((text): Line => ({ id: text, label: text, value: text, text })),
  { maxLength: 9 },
);

test('lines and as many of the visitor’s words as there is room for fit into the message', () => {
  expect(joinMessage('It stalled.', [])).toBe('It stalled.');
  fc.assert(
    fc.property(lines, (added) => {
      const own = 'x'.repeat(roomWith(added));
      const message = joinMessage(own, added);
      expect(message.length).toBe(contactFields.message.limit);
      expect(message.endsWith(own)).toBe(true);
      // Without words it is the lines.
      expect(joinMessage('  ', added)).toBe(added.map(({ text }) => text).join('\n'));
    }),
  );
});
