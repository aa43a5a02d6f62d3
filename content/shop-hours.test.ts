import { expect, test } from 'vitest';
import { business } from './business.ts';
import { findFactErrors } from './schema.ts';
import { createHoursData, formatShopHours } from './shop-hours.ts';

const lines = [
  { days: 'Mo-Sa', opens: '06:00', closes: '22:00' },
  { opens: '08:00', closes: '12:00' },
];
const plain = (text: string) => text.replace(/\s/g, ' ');

test('shop hours are said in each language, with what happens outside them', () => {
  expect(formatShopHours('en', lines).map(plain)).toEqual([
    'Monday through Saturday, 6:00 AM to 10:00 PM',
    'Every day, 8:00 AM to 12:00 PM',
    expect.stringMatching(/^At other times/),
  ]);
  expect(plain(formatShopHours('es', lines)[0] ?? '')).toMatch(/^De lunes a sábado, de 6:00/);
});

test('without shop hours nothing is said, and structured data has the emergency line alone', () => {
  expect(formatShopHours('en', [])).toEqual([]);
  expect(createHoursData([])).not.toHaveProperty('contactPoint');
});

test('an error about wrong shop hours says what to write instead', () => {
  const errors = findFactErrors('business', { ...business, shopHours: [{ opens: '6', closes: '22:00' }] });
  expect(errors).toEqual([expect.stringContaining('shopHours')]);
  expect(errors[0]).toContain('Use a time like "07:30"');
});
