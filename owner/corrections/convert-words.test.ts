import { expect, test } from 'vitest';
import { convertWords } from './convert-words.ts';

const imports = `import { byHours, byPaging, ifClaimed } from './by-facts.ts';\nimport type { Words } from './en.ts';\n`;

/** Converts a sentence of the former English words, written as code. */
async function convertSentence(code: string) {
  const converted = await convertWords({ 'en.ts': `${imports}export const en = { sentence: ${code} };` });
  return (converted['en.json'] as Record<string, unknown>).sentence;
}

test.each([
  ["'Truck down?'", 'Truck down?'],
  ["byHours('Day or night', '')", { answeredDayAndNight: 'Day or night', otherwise: '' }],
  [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code of the former words
    "`Call ${byHours('at any hour', '{hours}')}.`",
    { answeredDayAndNight: 'Call at any hour.', otherwise: 'Call {hours}.' },
  ],
  ["ifClaimed('years', '{years} years')", { yearsOfExperience: '{years} years', otherwise: '' }],
  ["byPaging('Email.', 'Email and phones.')", { phonesRing: 'Email and phones.', otherwise: 'Email.' }],
  [
    "byPaging('', 'All.', 'Only the service.')",
    { phonesRingWithoutDetails: 'Only the service.', phonesRing: 'All.', otherwise: '' },
  ],
  [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code of the former words
    "`${ifClaimed('aseCertified', 'ASE ')}technicians, ${byHours('24/7', '{hours}')}.`",
    {
      joined: [
        { aseCertified: 'ASE ', otherwise: '' },
        'technicians, ',
        { answeredDayAndNight: '24/7', otherwise: '{hours}' },
        '.',
      ],
    },
  ],
  [
    "byHours(ifClaimed('aseCertified', 'ASE at any hour'), 'Hours')",
    { answeredDayAndNight: { aseCertified: 'ASE at any hour', otherwise: '' }, otherwise: 'Hours' },
  ],
])('former words become data: %s', async (code, sentence) => {
  expect(await convertSentence(code)).toEqual(sentence);
});

test("the words of emails and notices move to each language's file", async () => {
  const converted = await convertWords({
    'es.ts': `${imports}const hours: Words['hours'] = { everyDay: 'diario' };\nexport const es: Words = { hours };`,
    'mail.ts': `export const mailWords = { sender: 'Website', textMessage: { es: 'Voy' } satisfies object };`,
    'site-now.ts': `interface Now { close: string }\nexport const siteNowWords: Record<string, Now> = { es: { close: 'Cerrar' } };`,
  });
  expect(converted).toEqual({
    'es.json': {
      $schema: '../json-schema/words.json',
      hours: { everyDay: 'diario' },
      siteNow: { close: 'Cerrar' },
      textMessage: 'Voy',
    },
    'mail.json': { $schema: '../json-schema/mail.json', sender: 'Website' },
  });
});
