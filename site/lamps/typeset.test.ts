import fc from 'fast-check';
import { expect, test } from 'vitest';
import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { dispatchLimits } from '../../contract/dispatch.ts';
import { splitSentences } from '../fill-facts.ts';
import { areas } from '../gazetteer/areas.ts';
import { findLetter } from './letters.ts';
import { typeset } from './typeset.ts';

/** The board of the first screen on a phone of 360 px. */
const phone = { width: 336, height: 104 };

const everywhere = Object.keys(languages) as Language[];

test.each([...'ABCDEFGHIJKLMNÑOPQRSTUÜVWXYZÁÉÍÓÚ0123456789.,:!¡?¿\'"-/()&+%'])(
  '%s has lamps',
  (character) => {
    const letter = findLetter(character);
    expect(letter?.lamps.length).toBeGreaterThan(0);
    expect(letter?.width).toBeLessThanOrEqual(8);
    const isOutside = ({ x, y }: { x: number; y: number }) =>
      x < 0 || x >= (letter?.width ?? 0) || y < -3 || y >= 9;
    expect(letter?.lamps.filter(isOutside)).toEqual([]);
  },
);

test('an accent is above its letter, with a dark row between them', () => {
  const [bare, accented] = [findLetter('O'), findLetter('Ó')];
  const above = accented?.lamps.filter(({ y }) => y < 0) ?? [];
  expect(accented?.lamps.filter(({ y }) => y >= 0)).toEqual(bare?.lamps);
  expect(new Set(above.map(({ y }) => y))).toEqual(new Set([-3, -2]));
});

test.each(everywhere)('the boards of the pages in %s fit a phone, in large letters', (language) => {
  const { hero, areaCheck, extras } = words[language];
  const facts = { city: areas[0]?.city ?? '', minutes: 45, guess: 'Round Rock', reference: 'WWWWWW' };
  const boards = [
    splitSentences(hero.headline),
    ...[areaCheck.empty, areaCheck.unfinished, areaCheck.ask, areaCheck.inside, areaCheck.guess],
    extras.failed.board,
    extras.receipt.board,
  ];
  for (const sentences of boards) {
    const filled = sentences.map((sentence) => interpolate(sentence, facts));
    const { width, height } = phone;
    const text = filled.join(' ');
    const lit = typeset(filled, language, width, height);
    expect(lit, `site/lamps/letters.ts lacks a letter of "${text}", or it is too long.`).toBeDefined();
    expect(lit?.pitch, `"${text}" is too long for the board.`).toBeGreaterThan(1.8);
  }
});

test('a sentence is not split if that would hardly enlarge its letters', () => {
  const sentences = ['¿Se quedó tirado?', 'Vamos hasta usted.'];
  const heightOf = (height: number) => {
    const rows = typeset(sentences, 'es', 620, height)?.lit.map(({ y }) => y) ?? [];
    return Math.max(...rows) - Math.min(...rows);
  };
  // The two lines reach from the accent to the foot of the second line.
  expect(heightOf(260)).toBe(3 + 13 + 8);
});

test('the longest notice fits below the headline of a phone', () => {
  const text = 'Ice on bridges. '.repeat(9).slice(0, dispatchLimits.notice);
  expect(typeset([`${text}. (Shown until Thursday, 6:00 AM.)`], 'en', phone.width, 88)).toBeDefined();
});

test('a board shows all of a text or nothing', () => {
  let shown = 0;
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.stringMatching(/^[A-ZÑÁ0-9.?]{1,20}$/), { minLength: 1, maxLength: 9 }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.integer({ min: 50, max: 900 }),
      fc.integer({ min: 20, max: 300 }),
      (sentences, width, height) => {
        const lines = sentences.map((sentence) => sentence.join(' '));
        const text = typeset(lines, 'en', width, height);
        if (!text) {
          return;
        }
        shown += 1;
        const lamps = Array.from(lines.join(''), (character) => findLetter(character)?.lamps.length ?? 0);
        expect(text.lit).toHaveLength(lamps.reduce((sum, count) => sum + count, 0));
        expect(text.columns * text.pitch).toBeLessThanOrEqual(width);
        expect(text.rows * text.pitch).toBeLessThanOrEqual(height);
        const isOutside = ({ x, y }: { x: number; y: number }) =>
          x < 0 || x >= text.columns || y < 0 || y >= text.rows;
        expect(text.lit.filter(isOutside)).toEqual([]);
      },
    ),
    { seed: 63, numRuns: 40 },
  );
  expect(shown).toBeGreaterThan(10);
});

test('a board with a character that has no lamps stays as it is', () => {
  expect(typeset(['Дизель'], 'en', 400, 200)).toBeUndefined();
});
