import { expect, test } from 'vitest';
import { splitCityAndState, splitLanguages, splitTowns } from './split-answer.ts';

test.each(['Fresno, California', 'Fresno, ca', 'Fresno CA'])('"%s" is a city and a state', (typed) => {
  expect(splitCityAndState(typed)).toEqual({ city: 'Fresno', state: 'CA' });
});

test('a state stays with the town before it', () => {
  expect(splitTowns('Kyle; Katy, TX, Alvin,')).toEqual(['Kyle', 'Katy, TX', 'Alvin']);
});

test.each(['en, es', 'EN, ES', 'en es', 'en;es'])('"%s" names two languages', (typed) => {
  expect(splitLanguages(typed)).toEqual(['en', 'es']);
});
