import { expect, test } from 'vitest';
import { phoneLink, printedPhone } from './phone-number.ts';

test('an American number is printed, and linked as stored', () => {
  expect(printedPhone('+17135550147')).toBe('(713) 555-0147');
  expect(phoneLink('+17135550147')).toBe('tel:+17135550147');
  expect(() => printedPhone('+521234567890')).toThrow('as +1 and ten digits, like +12815550123');
});
