import { expect, test } from 'vitest';
import { createNotes, mergeFacts } from './merge-json.ts';

const crane = { type: 'drawing', drawing: 'crane', alt: { en: 'A crane.' } };
const yard = { type: 'drawing', drawing: 'yard', alt: { en: 'A yard.' } };
const photo = { type: 'photo', file: 'truck.jpg', alt: { en: 'Our truck.' } };

test('an update corrects the drawings that the owner kept', () => {
  const corrected = { ...crane, alt: { en: 'A truck with a crane.' } };
  const ownYard = { ...yard, alt: { en: 'Our yard.' } };
  const base = { pictures: [crane, yard] };
  const theirs = { pictures: [{ ...yard, alt: { en: 'A yard at dusk.' } }, corrected] };
  expect(mergeFacts(base, { pictures: [photo, crane, ownYard] }, theirs, createNotes())).toEqual({
    pictures: [photo, corrected, ownYard],
  });
});
