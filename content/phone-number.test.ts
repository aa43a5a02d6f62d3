import { expect, test } from 'vitest';
import { phoneLink, printedPhone } from './phone-number.ts';

test('formats an American number', () => {
  expect(printedPhone('+17135550147')).toBe('(713) 555-0147');
});

test.each(['713-555-0147', '+1713555014', '+521234567890', ''])('says how to write "%s" instead', (phone) => {
  expect(() => printedPhone(phone)).toThrow('content/business.json as +1 and ten digits, like +12815550123');
});

test('links the number as stored', () => {
  expect(phoneLink('+17135550147')).toBe('tel:+17135550147');
});
