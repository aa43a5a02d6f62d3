import { expect, test } from 'vitest';
import { words } from '../content/words/index.ts';
import { checkWords } from './check-words.ts';

test('every field has its words in every language', () => {
  expect(() => checkWords()).not.toThrow();
});

test('reports a missing word with its file and key', () => {
  const { phone: _, ...labels } = words.es.form.labels;
  const { email: __, ...problems } = words.es.form.problems;
  const { fleet: ___, ...services } = words.es.form.services;
  expect(() => checkWords({ en: words.en, es: { form: { labels, problems, services } } })).toThrow(
    [
      'content/words/es.ts has no form.labels.phone: write the label of the field "phone" there.',
      'content/words/es.ts has no form.problems.email.missing: write what to do when the field "email" is missing there.',
      'content/words/es.ts has no form.problems.email.tooLong: write what to do when the field "email" is tooLong there.',
      'content/words/es.ts has no form.problems.email.malformed: write what to do when the field "email" is malformed there.',
      'content/words/es.ts has no form.services.fleet: write how the form names the service "fleet" there.',
    ].join('\n'),
  );
});

test('reports an unknown placeholder', () => {
  const { form } = words.en;
  const phone = { ...form.problems.phone, missing: 'Call {phone} instead.' };
  expect(() => checkWords({ en: { form: { ...form, problems: { ...form.problems, phone } } } })).toThrow(
    'form.problems.phone.missing in content/words/en.ts asks for {phone}, which nothing fills in',
  );
});
