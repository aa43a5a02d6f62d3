import { expect, test } from 'vitest';
import {
  englishSyllables,
  fleschKincaidGrade,
  sentencesOf,
  spanishSyllables,
  szigrisztPazos,
  wordsOf,
} from './support/readability.ts';

// Hyphenated by hand.

test.each(
  [
    'truck down come to you ways the we she',
    're-pair die-sel en-gine fil-ter hos-es or-der sched-ule in-sured strand-ed sta-tion serv-ice bro-ken a-ny',
    'mo-bile prom-ise called safe-ly could-n’t be-ing help-ful rough-ly bus-iness plan-ning cer-tain spe-cial',
    'e-quip-ment ve-hi-cle Aus-tin hours cer-ti-fied serv-ic-es cus-tom-er em-ploy-er de-tails web-site we’ll',
    'ar-e-a ar-e-as me-di-a va-ri-ous ac-tu-al ma-te-ri-al ex-pe-ri-ence e-mer-gen-cy tech-ni-cian an-y-bod-y',
  ].flatMap((line) => line.split(' ')),
)('counts the syllables of %s', (word) => {
  expect(englishSyllables(word.replaceAll('-', '').toLowerCase())).toBe(word.split('-').length);
});

test.each(
  [
    'voy a la o-bra y su pa-tio u-ni-dad con el mo-tor que dio luz',
    'dié-sel ca-mión trái-ler re-fac-cio-nes flo-ti-lla ma-qui-na-ria ca-rre-te-ra me-cá-ni-co es-tá',
    'dí-as va-cí-o pa-ís le-er a-ho-ra res-pues-ta Aus-tin vein-ti-cua-tro con-ti-nú-a guí-a se-guir',
    'a-gua an-ti-güe-dad rey muy pro-yec-to a-yu-da Te-xas ciu-dad cuán-to re-ú-ne lim-pie-za',
  ].flatMap((line) => line.split(' ')),
)('cuenta las sílabas de %s', (word) => {
  expect(spanishSyllables(word.replaceAll('-', '').toLowerCase())).toBe(word.split('-').length);
});

test('a figure is one word and does not end a sentence', () => {
  expect(wordsOf('Call (713) 555-0147, 24/7.')).toEqual(['call', '713', '555-0147', '24/7']);
  expect(sentencesOf('Broken down? Call 1.5 times. ¿Y usted?')).toEqual([
    'Broken down?',
    'Call 1.5 times.',
    '¿Y usted?',
  ]);
});

test('the formulas match the published ones', () => {
  // 6 words, 6 syllables, 1 sentence; 4 words, 9 syllables.
  expect(fleschKincaidGrade(['The truck is down on I-10.'])).toBeCloseTo(0.39 * 6 + 11.8 - 15.59);
  expect(szigrisztPazos(['Reparamos su motor hoy.'])).toBeCloseTo(206.835 - (62.3 * 8) / 4 - 4);
});
