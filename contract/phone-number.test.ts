import { expect, test } from 'vitest';
import { phoneLink, printedPhone } from './phone-number.ts';

test('prints an American number as Americans write it', () => {
  expect(printedPhone('+17135550147')).toBe('(713) 555-0147');
});

test.each(['713-555-0147', '+1713555014', '+521234567890', ''])('says how to write "%s" instead', (phone) => {
  expect(() => printedPhone(phone)).toThrow('content/business.ts as +1 and ten digits, like +17135550147');
});

test.each([
  ['+17135550147', 'tel:+17135550147'],
  ['(713) 555-0147', 'tel:7135550147'],
])('links %s by %s', (phone, link) => {
  expect(phoneLink(phone)).toBe(link);
});
