import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wordSchemas } from '../content/words/schema.ts';
import { findWordFileErrors } from './read-words.ts';

// Mistakes that people make in content/words/*.json, each with the sentence that they read.

/** Returns the errors after a replacement in the Spanish words, and the line of the replacement. */
function errorsAfter(from: string | RegExp, to: string) {
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  cpSync('content/words', join(folder, 'content/words'), { recursive: true });
  const path = join(folder, 'content/words/es.json');
  const text = readFileSync(path, 'utf8');
  const place = typeof from === 'string' ? text.indexOf(from) : text.search(from);
  expect(place).toBeGreaterThan(0);
  writeFileSync(path, text.replace(from, to));
  return { errors: findWordFileErrors(folder), line: text.slice(0, place).split('\n').length };
}

test('the words have no mistakes', () => {
  expect(findWordFileErrors()).toEqual([]);
});

const place = '"hero.headline" in content/words/es.json, line LINE,';

test.each([
  [
    'a forgotten comma',
    /,(?=\n\s*"sending")/,
    '',
    'content/words/es.json cannot be read: a comma is missing. Add it at the end of line LINE.',
  ],
  [
    'a quote in a text',
    '¿Se quedó tirado? Vamos',
    '¿Se quedó "tirado"? Vamos',
    'content/words/es.json cannot be read: a text in line LINE contains a double quote. Put a backslash before it: \\".',
  ],
  [
    'a missing text',
    /\s*"headline": "¿Se.*",/,
    '',
    '"hero.headline" is missing in content/words/es.json. Add it to "hero" (line LINE), as in content/words/en.json.',
  ],
  [
    'a misspelled name',
    '"skipLink"',
    '"skiplink"',
    expect.stringMatching(
      /^"skiplink" in content.words.es\.json, line LINE, is unknown\. Known here are pages, skipLink,/,
    ),
  ],
  [
    'a name that appears twice',
    '"headline": "¿Se',
    '"headline": "Otra vez", "headline": "¿Se',
    `${place} appears twice. Delete one.`,
  ],
  [
    'a placeholder without its brace',
    '¿Se quedó tirado? Vamos',
    'Llame al {phone. Vamos',
    `${place} has an unmatched brace. Placeholders look like {phone}.`,
  ],
  [
    'a number in place of a text',
    /(?<="headline": )"¿Se[^"]*"/,
    '5',
    `${place} is 5. Write a text in double quotes, or versions like { "answeredDayAndNight": "Call at any hour.", "otherwise": "Call us." }.`,
  ],
  [
    'an unknown condition',
    /(?<="headline": )"¿Se[^"]*"/,
    '{ "atNight": "Llame.", "otherwise": "Llame ya." }',
    expect.stringContaining(`${place} is {"atNight":`),
  ],
  [
    'a list that is too short',
    /"compass": \[\s*"norte",\s*/,
    '"compass": [',
    expect.stringMatching(
      /^"extras.position.compass" in content.words.es\.json, line LINE, is .* Write a list of 8 texts\.$/,
    ),
  ],
])('the check explains %s and says where it is', (_, from, to, sentence) => {
  const { errors, line } = errorsAfter(from, to);
  const found = errors.map((error) => error.replace(`line ${line}`, 'line LINE'));
  expect(found).toContainEqual(sentence);
});

test('a language without words causes one error', () => {
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  cpSync('content/words', join(folder, 'content/words'), { recursive: true });
  rmSync(join(folder, 'content/words/es.json'));
  expect(findWordFileErrors(folder)).toEqual([
    'There is no content/words/es.json. Translate content/words/en.json there, or restore it with "git checkout content/words/es.json".',
  ]);
});

test('all missing words are named at once', () => {
  const { errors } = errorsAfter(/"notFound": \{\s*"headline".*\n.*\n {2}\},/, '"notFound": {},');
  expect(errors).toEqual([
    expect.stringContaining('"notFound.headline" is missing in content/words/es.json.'),
    expect.stringContaining('"notFound.home" is missing in content/words/es.json.'),
  ]);
});

test.each(Object.keys(wordSchemas))('the words name their schema: %s', (name) => {
  const file = name === 'mail' ? 'mail' : 'en';
  expect(JSON.parse(readFileSync(`content/words/${file}.json`, 'utf8')).$schema).toBe(
    `../json-schema/${name}.json`,
  );
});
