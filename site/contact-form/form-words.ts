import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { type FieldName, fieldNames, limits, type Problem } from '../../contract/contact-fields.ts';
import { fillIn } from '../../contract/fill-in.ts';
import { facts } from '../facts.ts';

export type FormWords = ReturnType<typeof formWords>;

/** The words the form needs in the browser, filled in: the other language's stay on the server. */
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
