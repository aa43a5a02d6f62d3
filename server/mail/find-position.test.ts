import { expect, test } from 'vitest';
import { mapOfPosition } from './find-position.ts';

const onI45 = 'https://maps.google.com/?q=29.81950,-95.37670';

test.each([
  ['Where: 2.1 miles north of Houston\nCoordinates: 29.81950, -95.37670 (within 40 feet, 3:12 AM)'],
  ['Map: https://maps.google.com/?q=29.81950,-95.37670'],
  ['https://maps.apple.com/?ll=29.8195,-95.3767&q=Here'],
  ['I am at 29.819500°, -95.376700°, hurry'],
  ['29.81950,-95.37670'],
])('finds the position in "%s"', (text) => {
  expect(mapOfPosition(text)).toBe(onI45);
});

test('uses the numbers of a link, never its host', () => {
  expect(mapOfPosition('https://thief.example/?q=29.81950,-95.37670')).toBe(onI45);
});

test.each(['', 'I-45 at exit 51', '1.5, 2.5 gallons', '713.555.0199, 832.555.0188', '95.37670, 29.81950'])(
  '"%s" contains no position',
  (text) => expect(mapOfPosition(text)).toBeUndefined(),
);
