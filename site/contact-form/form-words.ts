import type { Language } from '../../content/languages.ts';
import * as en from '../../content/words/en.ts';
import * as es from '../../content/words/es.ts';
import { type FieldName, fieldNames, limits, type Problem } from '../../contract/contact-fields.ts';
import { fillIn } from '../../contract/fill-in.ts';
import { facts } from '../facts.ts';

export type FormWords = ReturnType<typeof formWords>;

// By these names, not by words[language]: whatever else the languages hold stays out of the browser.
const words = {
  en: { form: en.form, outcome: en.outcome },
  es: { form: es.form, outcome: es.outcome },
};

/** The words of the form in a language, filled in. */
export function formWords(language: Language) {
  const { form, outcome } = words[language];
  const problems = structuredClone(form.problems);
  for (const name of fieldNames) {
    problems[name] = problemsOf(name, form.problems[name]);
  }
  const failed = { ...outcome.failed, description: fillIn(outcome.failed.description, facts) };
  return { form: { ...form, problems }, outcome: { ...outcome, failed } };
}

function problemsOf(name: FieldName, sentences: Record<Problem, string>) {
  const limit = name in limits ? limits[name as keyof typeof limits] : 0;
  return { ...sentences, tooLong: fillIn(sentences.tooLong, { limit }) };
}
