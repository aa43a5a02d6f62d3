import { expect, test } from 'vitest';
import { suggestAddress } from './suggest-address.ts';

test.each([
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmial.con', 'ana@gmail.com'],
  ['Ana.Ortega+1@GMAIL.CON', 'Ana.Ortega+1@gmail.com'],
  ['ana@gmai.com', 'ana@gmail.com'],
  ['ana@gmaill.com', 'ana@gmail.com'],
  ['ana@gnail.com', 'ana@gmail.com'],
  ['ana@gmail.cm', 'ana@gmail.com'],
  ['ana@gmail.comm', 'ana@gmail.com'],
  ['ana@hotmial.com', 'ana@hotmail.com'],
  ['ana@yaho.com', 'ana@yahoo.com'],
  ['ana@outlok.com', 'ana@outlook.com'],
  ['ana@comcast.con', 'ana@comcast.net'],
  ['ana@comcat.net', 'ana@comcast.net'],
  ['ana@ortega-hauling.con', 'ana@ortega-hauling.com'],
])('%s gets the suggestion %s', (typed, intended) => {
  expect(suggestAddress(typed, true)).toBe(intended);
});

test.each([
  ...['ana@gmail.com', 'ana@ymail.com', 'ana@mail.com', 'ana@email.com', 'ana@aim.com', 'ana@gmx.com'],
  ...['ana@yahoo.com.mx', 'ana@hotmail.es', 'ana@live.com.mx', 'ana@outlook.es', 'ana@me.com'],
  ...[
    'ana@ortega-hauling.com',
    'ana@company.co',
    'ana@concrete.construction',
    'ana@exxon.com',
    'ana@olive.com',
    'ana@cloud.com',
  ],
  ...['', 'ana', 'ana@', '@gmail.con', 'ana lopez@gmail.con', 'ana@gmail.con@x'],
])('"%s" gets no suggestion', (typed) => {
  expect(suggestAddress(typed, false)).toBeUndefined();
});

test.each(['ana@gmail', 'ana@gmail.co', 'ana@yaho', 'ana@outloo'])(
  'an unfinished known domain gets no suggestion while the visitor types: %s',
  (typed) => {
    expect(suggestAddress(typed, true)).toBeUndefined();
  },
);

test.each([
  ['ana@gmail', 'ana@gmail.com'],
  ['ana@gmail.co', 'ana@gmail.com'],
  ['ana@hotmail', 'ana@hotmail.com'],
  ['ana@hotmial', 'ana@hotmail.com'],
])('once complete, %s gets the suggestion %s', (typed, intended) => {
  expect(suggestAddress(typed, false)).toBe(intended);
});
