import { words } from '../content/words/index.ts';
import { type FieldName, fieldNames, fieldOf, type Problem, serviceValues } from './contact-fields.ts';

type FormWords = {
  labels: Partial<Record<FieldName, string>>;
  services: Partial<Record<string, string>>;
  problems: Partial<Record<FieldName, Partial<Record<Problem, string>>>>;
};

/**
 * Throws one sentence for each word that a field of the form lacks in a language, before a page meets it
 * as "undefined". A type check would find it too, but neither the build nor the server's start runs one.
 */
export function checkWords(languages: Record<string, { form: FormWords }> = words): void {
  const missing = Object.entries(languages).flatMap(([language, { form }]) =>
    missingFrom(form).map(
      ([key, what]) => `content/words/${language}.ts has no form.${key}: write ${what} there.`,
    ),
  );
  const unfilled = Object.entries(languages).flatMap(([language, { form }]) =>
    holesIn(form).map(
      ([key, hole]) =>
        `form.${key} in content/words/${language}.ts asks for ${hole}, which nothing fills in: only {limit} is known there.`,
    ),
  );
  if (missing.length + unfilled.length > 0) {
    throw new Error([...missing, ...unfilled].join('\n'));
  }
}

/** These sentences are filled in only when a field is wrong: a hole must not wait until then. */
function holesIn({ problems }: FormWords): [key: string, hole: string][] {
  return Object.entries(problems).flatMap(([name, sentences]) =>
    Object.entries(sentences).flatMap(([kind, sentence]) =>
      (sentence.match(/\{\w+\}/g) ?? [])
        .filter((hole) => hole !== '{limit}')
        .map((hole): [string, string] => [`problems.${name}.${kind}`, hole]),
    ),
  );
}

function missingFrom({ labels, services, problems }: FormWords): [key: string, what: string][] {
  const kinds: Problem[] = ['missing', 'tooLong', 'malformed'];
  return [
    ...fieldNames
      .filter((name) => !labels[name])
      .map((name): [string, string] => [`labels.${name}`, `the label of the field "${name}"`]),
    ...fieldNames.flatMap((name) =>
      kinds
        .filter((kind) => (kind !== 'missing' || fieldOf(name).required) && !problems[name]?.[kind])
        .map((kind): [string, string] => [
          `problems.${name}.${kind}`,
          `what to do when the field "${name}" is ${kind}`,
        ]),
    ),
    ...serviceValues
      .filter((value) => !services[value])
      .map((value): [string, string] => [`services.${value}`, `how the form names the service "${value}"`]),
  ];
}
