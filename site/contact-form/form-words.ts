import { interpolate } from '../../content/interpolate.ts';
import type * as en from '../../content/words/en.ts';
import { type FieldName, fieldNames, limits, type Problem } from '../../contract/contact-fields.ts';
import { facts } from '../facts.ts';

/** The words of the form in one language, as content/words holds them. */
export type RawFormWords = Pick<typeof en, 'form' | 'outcome' | 'roadside'> & { messageHint?: string };

export type FormWords = ReturnType<typeof formWords>;

/** The words of the form in a language, filled in. */
export function formWords({ form, outcome, roadside, messageHint }: RawFormWords) {
  const problems = structuredClone(form.problems);
  for (const name of fieldNames) {
    problems[name] = problemsOf(name, form.problems[name]);
  }
  const failed = { ...outcome.failed, description: interpolate(outcome.failed.description, facts) };
  const privacy = interpolate(form.privacy, facts);
  return { form: { ...form, problems, privacy }, outcome: { ...outcome, failed }, roadside, messageHint };
}

function problemsOf(name: FieldName, sentences: Record<Problem, string>) {
  const limit = name in limits ? limits[name as keyof typeof limits] : 0;
  return { ...sentences, tooLong: interpolate(sentences.tooLong, { limit }) };
}
