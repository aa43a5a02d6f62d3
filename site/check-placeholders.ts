import { getFacts } from './facts-in.ts';
import type { Content } from './owner-content.ts';

/**
 * Finds misspelled {placeholders} and says in which sentence they are. A name that `getFacts` does not have is
 * right only if the sentence has it in every language: then the code that shows the sentence fills it in.
 */
export function placeholderErrors({ languages, words }: Content): string[] {
  const known = new Set([...Object.keys(getFacts('en')), 'citiesAround']);
  const sentences = Object.keys(languages).map((language) => ({
    language,
    leaves: new Map(listSentences(words[language] ?? {})),
  }));
  /** A sentence that another language lacks is an error of its own. */
  const isFilled = (path: string, name: string) =>
    sentences.every(({ leaves }) => leaves.get(path)?.includes(`{${name}}`) ?? true);
  return sentences.flatMap(({ language, leaves }) =>
    [...leaves].flatMap(([path, sentence]) =>
      Array.from(sentence.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
        .filter((name) => !known.has(name))
        .filter((name) => !isFilled(path, name))
        .map(
          (name) =>
            `"${path}" in content/words/${language}.ts asks for {${name}}, which nothing fills in. Known are {${[...known].join('}, {')}}.`,
        ),
    ),
  );
}

/** What the emails fill in. An unknown name would keep every email with its sentence from being written. */
const filledInMail = ['business', 'phone', 'reference', 'time', 'requests', 'emergencies', 'count'];

export function findMailPlaceholderErrors({ mailWords }: Content): string[] {
  return listSentences(mailWords).flatMap(([path, sentence]) =>
    Array.from(sentence.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
      .filter((name) => !filledInMail.includes(name))
      .map(
        (name) =>
          `"${path}" in content/words/mail.ts asks for {${name}}, which nothing fills in. Known are {${filledInMail.join('}, {')}}.`,
      ),
  );
}

/** Every sentence below a part of the words, with its path, like "hero.text". */
export function listSentences(part: object, path = ''): [path: string, sentence: string][] {
  return Object.entries(part).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'string') {
      return [[path + key, value]];
    } else {
      return value && typeof value === 'object' ? listSentences(value, `${path}${key}.`) : [];
    }
  });
}
