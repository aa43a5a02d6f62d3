import { type Language, languages } from '../content/languages.ts';
import { dispatchWords } from '../content/words/dispatch.ts';
import { words } from '../content/words/index.ts';
import { type FieldErrorCode, type FieldName, fieldNames, serviceValues } from './contact-fields.ts';

type FormWords = {
  labels: Partial<Record<FieldName, string>>;
  services: Partial<Record<string, string>>;
  problems: Partial<Record<FieldName, Partial<Record<FieldErrorCode, string>>>>;
};

/** The words of the site's languages. A language that is turned off may lack words. */
const wordsInUse = Object.fromEntries(
  Object.keys(languages).map((language) => [language, words[language as Language]]),
);

type Presets = Record<string, { text: Partial<Record<string, string>> }>;

/**
 * Throws an error with a sentence for each mistake that the type checker doesn't see: missing labels and error messages
 * of form fields, missing names of the form's services, untranslated notices, and unknown placeholders in
 * `form.problems`.
 */
export function checkWords(
  checked: Record<string, { form: FormWords }> = wordsInUse,
  presets: Presets = dispatchWords.site.presets,
): void {
  const missing = Object.entries(checked).flatMap(([language, { form }]) =>
    findMissingWords(form).map(
      ([key, description]) => `content/words/${language}.json has no form.${key}. Write ${description}.`,
    ),
  );
  const unfilled = Object.entries(checked).flatMap(([language, { form }]) =>
    findUnknownPlaceholders(form).map(
      ([key, placeholder]) =>
        `form.${key} in content/words/${language}.json asks for ${placeholder}, which nothing fills in. Use only {limit} there.`,
    ),
  );
  const untranslated = Object.keys(checked).flatMap((language) =>
    Object.entries(presets)
      .filter(([, { text }]) => !text[language])
      .map(
        ([name]) =>
          `content/words/dispatch.ts has no presets.${name}.text.${language}: translate that notice there.`,
      ),
  );
  const errors = [...missing, ...unfilled, ...untranslated];
  if (errors.length > 0) {
    throw new Error(errors.join('\n'));
  }
}

/** Finds unknown placeholders now, because these sentences are filled in only after a field is invalid. */
function findUnknownPlaceholders({ problems }: FormWords): [key: string, placeholder: string][] {
  return Object.entries(problems).flatMap(([name, sentences]) =>
    Object.entries(sentences).flatMap(([kind, sentence]) =>
      (sentence.match(/\{\w+\}/g) ?? [])
        .filter((placeholder) => placeholder !== '{limit}')
        .map((placeholder): [string, string] => [`problems.${name}.${kind}`, placeholder]),
    ),
  );
}

function findMissingWords({ labels, services, problems }: FormWords): [key: string, description: string][] {
  const kinds: FieldErrorCode[] = ['missing', 'tooLong', 'malformed'];
  return [
    ...fieldNames
      .filter((name) => !labels[name])
      .map((name): [string, string] => [`labels.${name}`, `the label of the field "${name}"`]),
    ...fieldNames.flatMap((name) =>
      kinds
        .filter((kind) => !problems[name]?.[kind])
        .map((kind): [string, string] => [
          `problems.${name}.${kind}`,
          `how to correct the field "${name}" (error: ${kind})`,
        ]),
    ),
    ...serviceValues
      .filter((value) => !services[value])
      .map((value): [string, string] => [`services.${value}`, `how the form names the service "${value}"`]),
  ];
}
