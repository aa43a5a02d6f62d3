import { expect, test } from 'vitest';
import { dialLink } from './dial-link.ts';

test.each([
  ['(713) 555-0199', 'tel:7135550199'],
  ['+1 713.555.0199', 'tel:+17135550199'],
  ['1-713-555-0199', 'tel:17135550199'],
  ['713/555-0199', 'tel:7135550199'],
  ['7135550199', 'tel:7135550199'],
  ['713–555–0199', 'tel:7135550199'],
  ['Cell: 713 555 0199', 'tel:7135550199'],
  ['+52 81 1234 5678', 'tel:+528112345678'],
  ['+49 (711) 123456', 'tel:+49711123456'],
  ['555-0199', 'tel:5550199'],
  ['+123456789012345', 'tel:+123456789012345'],
])('%s dials %s', (typed, link) => {
  expect(dialLink(typed)).toBe(link);
});

test.each([
  ['713 555 0199 ext. 4', 'tel:7135550199'],
  ['713 555 0199x4', 'tel:7135550199'],
  ['713 555 0199 #4', 'tel:7135550199'],
  ['+1 713 555 0199,,4', 'tel:+17135550199'],
  ['713-555-0199 or 832-555-0100', 'tel:7135550199'],
  ['713-555-0199 / 832-555-0100', 'tel:7135550199'],
  ['713 555 0199 832 555 0100', 'tel:7135550199'],
  ['+52 81 1234 5678 ext 9', 'tel:+528112345678'],
  ['+52 81 1234 5678 / +52 81 1234 5679', 'tel:+528112345678'],
])('%s dials only the first number', (typed, link) => {
  expect(dialLink(typed)).toBe(link);
});

test.each([
  ['a zero-width space', '713\u200b5550199'],
  ['a byte order mark', '\ufeff713-555-0199'],
  ['a soft hyphen', '713\u00ad555\u00ad0199'],
  ['directional marks', '\u202a713-555-0199\u202c'],
  ['fullwidth digits', '\uff17\uff11\uff13\uff0d\uff15\uff15\uff15\uff0d\uff10\uff11\uff19\uff19'],
  ['fullwidth brackets', '\uff08713\uff09555\u30000199'],
  ['mathematical digits', '\u{1d7d5}\u{1d7cf}\u{1d7d1}5550199'],
  ['keycaps', [...'7135550199'].map((digit) => `${digit}\ufe0f\u20e3`).join('')],
])('dials a number with %s', (_, typed) => {
  expect(dialLink(typed)).toBe('tel:7135550199');
});

test.each(['ask for Bob', 'ask for Bob, bay 2', '1-800-FLOWERS', '+', '', '1234567890123456', '٠١٢٣٤٥'])(
  '"%s" has no number to dial',
  (typed) => {
    expect(dialLink(typed)).toBeUndefined();
  },
);
