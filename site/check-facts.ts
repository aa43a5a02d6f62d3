import { printedPhone } from '../content/phone-number.ts';
import { iconDrawings } from './components/icon-drawings.ts';
import { factsIn } from './facts-in.ts';
import type { Content } from './owner-content.ts';

const mostServices = 10;

/** Errors of facts that would otherwise end the build with a stack trace, or reach visitors; sentences for the owner. */
export function factErrors(content: Content): string[] {
  return [
    ...contactErrors(content),
    ...timeZoneErrors(content),
    ...iconErrors(content),
    ...placeholderErrors(content),
    ...mailPlaceholderErrors(content),
  ];
}

function contactErrors({ business, languages }: Content): string[] {
  const file = 'content/business.ts';
  const errors: string[] = [];
  if (business.textLine && !isPhone(business.textLine)) {
    errors.push(
      `"textLine" in ${file} is "${business.textLine}". Write it as +1 and ten digits, like +12815550123, or leave it empty.`,
    );
  }
  const known = Object.keys(languages);
  for (const language of business.phoneLanguages as string[]) {
    if (!known.includes(language)) {
      errors.push(
        `"phoneLanguages" in ${file} has "${language}". Write the letters of content/languages.ts: ${known.join(', ')}.`,
      );
    }
  }
  if (business.phoneLanguages.length === 0) {
    errors.push(
      `"phoneLanguages" in ${file} is empty. Write the languages that calls are answered in, like ['en'].`,
    );
  }
  return errors;
}

function isPhone(phone: string): boolean {
  try {
    return printedPhone(phone) !== '';
  } catch {
    return false;
  }
}

function timeZoneErrors({ business }: Content): string[] {
  return Intl.supportedValuesOf('timeZone').includes(business.timeZone)
    ? []
    : [
        `"timeZone" in content/business.ts is "${business.timeZone}". Write the zone of your city, like America/Chicago, America/Denver or America/Los_Angeles.`,
      ];
}

function iconErrors({ services }: Content): string[] {
  const file = 'content/services.ts';
  const known = Object.keys(iconDrawings);
  const unknown = (services as { id: string; icon: string }[]).filter(({ icon }) => !known.includes(icon));
  return [
    ...unknown.map(
      ({ id, icon }) =>
        `The service "${id}" in ${file} has the icon "${icon}", which is not drawn. Write one of ${known.join(', ')}.`,
    ),
    ...(services.length === 0 || services.length > mostServices
      ? [`${file} has ${services.length} services. The page has room for one to ${mostServices}.`]
      : []),
  ];
}

/**
 * A misspelled {placeholder}, with its place: found while a page is drawn it would end the build without one. Those
 * that are no facts are filled in where the sentence is said, so every language has them.
 */
function placeholderErrors({ languages, words }: Content): string[] {
  const known = new Set([...Object.keys(factsIn('en')), 'citiesAround']);
  const sentences = Object.keys(languages).map((language) => ({
    language,
    leaves: new Map(leavesOf(words[language] ?? {})),
  }));
  return sentences.flatMap(({ language, leaves }) =>
    [...leaves].flatMap(([path, sentence]) =>
      Array.from(sentence.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
        .filter((name) => !known.has(name))
        .filter((name) => !sentences.every((other) => other.leaves.get(path)?.includes(`{${name}}`)))
        .map(
          (name) =>
            `"${path}" in content/words/${language}.ts asks for {${name}}, which nothing fills in. Known are {${[...known].join('}, {')}}.`,
        ),
    ),
  );
}

/** What the emails fill in. An unknown name would keep every email with its sentence from being written. */
const filledInMail = ['business', 'phone', 'reference', 'time', 'requests', 'emergencies', 'count'];

function mailPlaceholderErrors({ mailWords }: Content): string[] {
  return leavesOf(mailWords).flatMap(([path, sentence]) =>
    Array.from(sentence.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
      .filter((name) => !filledInMail.includes(name))
      .map(
        (name) =>
          `"${path}" in content/words/mail.ts asks for {${name}}, which nothing fills in. Known are {${filledInMail.join('}, {')}}.`,
      ),
  );
}

function leavesOf(part: object, path = ''): [path: string, sentence: string][] {
  return Object.entries(part).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'string') return [[path + key, value]];
    else return value && typeof value === 'object' ? leavesOf(value, `${path}${key}.`) : [];
  });
}
