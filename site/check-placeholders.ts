import { getFacts } from './fill-facts.ts';
import type { Content } from './owner-content.ts';
import { locateSentence } from './read-words.ts';

/**
 * Finds misspelled {placeholders} and names their sentences. A name that `getFacts` lacks counts as correct if every
 * language that has the sentence uses it, because then code probably fills it in.
 */
export function findPlaceholderErrors({ languages, words }: Content): string[] {
  const knownNames = new Set([...Object.keys(getFacts('en')), 'citiesAround']);
  const inEachLanguage = Object.keys(words).map((language) => new Map(listSentences(words[language])));
  /** Another check reports a sentence that a language lacks. */
  const isFilled = (path: string, name: string) =>
    inEachLanguage.every((leaves) => leaves.get(path)?.includes(`{${name}}`) ?? true);
  return Object.keys(languages).flatMap((language) =>
    findUnknownPlaceholders(
      words[language] ?? {},
      (name, path) => knownNames.has(name) || isFilled(path, name),
    ).map(([path, name]) => describePlaceholder(locateSentence(path, language), name, knownNames)),
  );
}

/** The {placeholders} that emails fill in, by sentence. In these sentences, `interpolate` throws for any other. */
const filledInMail: Record<string, readonly string[]> = {
  delayed: ['time'],
  origin: ['business', 'phone'],
};

export function findMailPlaceholderErrors({ mailWords }: Content): string[] {
  const getFilled = (path: string) => filledInMail[path] ?? [];
  return findUnknownPlaceholders(mailWords, (name, path) => getFilled(path).includes(name)).map(
    ([path, name]) => describePlaceholder(locateSentence(path, 'mail'), name, getFilled(path)),
  );
}

/** The {placeholders} that the Text buttons of emails and of Dispatch fill in. */
const filledInTextMessage = ['business', 'reference'];

export function findTextMessageErrors({ languages, words }: Content): string[] {
  return Object.keys(languages).flatMap((language) =>
    findUnknownPlaceholders({ textMessage: words[language]?.textMessage ?? '' }, (name) =>
      filledInTextMessage.includes(name),
    ).map(([path, name]) => describePlaceholder(locateSentence(path, language), name, filledInTextMessage)),
  );
}

function findUnknownPlaceholders(part: object, isKnown: (name: string, path: string) => boolean) {
  return listSentences(part).flatMap(([path, sentence]) =>
    Array.from(sentence.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
      .filter((name) => !isKnown(name, path))
      .map((name) => [path, name] as const),
  );
}

function describePlaceholder(place: string, name: string, knownNames: Iterable<string>): string {
  const names = Array.from(knownNames, (name) => `{${name}}`);
  const correction = names.length > 0 ? `Use ${names.join(', ')}.` : 'Delete it.';
  return `${place} contains {${name}}, which nothing fills in. ${correction}`;
}

/** Lists the sentences in a part of the words, with their paths, like "hero.text". */
export function listSentences(part: object, path = ''): [path: string, sentence: string][] {
  return Object.entries(part).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'string') {
      return [[path + key, value]];
    } else {
      return value && typeof value === 'object' ? listSentences(value, `${path}${key}.`) : [];
    }
  });
}
