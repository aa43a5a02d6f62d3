import { expect, test } from 'vitest';
import { words } from '../content/words/index.ts';
import { checkWords } from './check-words.ts';

test('every field has its words in every language, without unknown placeholders', () => {
  expect(() => checkWords()).not.toThrow();
  const { labels, problems, services } = words.es.form;
  const phone = { ...problems.phone, missing: 'Call {phone} instead.' };
  const form = {
    labels: { ...labels, phone: '' },
    problems: { ...problems, phone, email: { missing: 'x' } },
    services: { ...services, fleet: '' },
  };
  expect(() => checkWords({ es: { form } })).toThrow(
    [
      'content/words/es.ts has no form.labels.phone: write the label of the field "phone" there.',
      'content/words/es.ts has no form.problems.email.tooLong: write what to do when the field "email" is tooLong there.',
      'content/words/es.ts has no form.problems.email.malformed: write what to do when the field "email" is malformed there.',
      'content/words/es.ts has no form.services.fleet: write how the form names the service "fleet" there.',
      'form.problems.phone.missing in content/words/es.ts asks for {phone}, which nothing fills in',
    ].join('\n'),
  );
});
