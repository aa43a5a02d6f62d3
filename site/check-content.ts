import { existsSync, readFileSync } from 'node:fs';
import { business } from '../content/business.ts';
import { gallery, heroPicture } from '../content/gallery/index.ts';
import { languages } from '../content/languages.ts';
import { printedPhone } from '../content/phone-number.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { services } from '../content/services.ts';
import { words } from '../content/words/index.ts';
import { lettersOf } from './letters.ts';

/** All that an owner can change, loosely typed: what is missing in it is looked for here. */
export const content = { business, gallery, heroPicture, languages, serviceAreas, services, words };

// biome-ignore lint/suspicious/noExplicitAny: whatever the type asks for may be missing in an owner's edit
type Loose<Part> = Part extends string | number | boolean ? Part : any;
export type Content = { [Part in keyof typeof content]: Loose<(typeof content)[Part]> };

/** Longitudes and latitudes of Texas, generously: a place outside has its numbers swapped or a minus lost. */
const texas = { west: -107, east: -93, south: 25, north: 37 };

/** Stops the build when a part of content/ is missing or cannot be right, with a sentence for each. */
export function checkContent(): void {
  const faults = faultsOf(content);
  if (faults.length > 0) {
    throw new Error(`content/ cannot be built as it is:\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
  }
}

/** What is wrong, each as a sentence that names the file and what to do. */
export function faultsOf(checked: Content): string[] {
  return [
    ...faultsOfBusiness(checked.business),
    ...faultsOfWords(checked),
    ...faultsOfLetters(checked),
    ...Object.keys(checked.languages).flatMap(faultsOfScripts),
    ...faultsOfServices(checked),
    ...checked.serviceAreas.flatMap(faultsOfArea),
    ...faultsOfPictures(checked),
  ];
}

function faultsOfBusiness({
  name,
  phone,
  email,
  agency,
  claims,
  retentionDays,
}: Content['business']): string[] {
  const file = 'content/business.ts';
  const faults: string[] = [];
  if (!name?.trim()) faults.push(`${file} has no name. Write the trade name into "name".`);
  try {
    printedPhone(phone);
  } catch (error) {
    faults.push((error as Error).message);
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    faults.push(`The email "${email}" cannot be used. Write it in ${file} like service@company.com.`);
  }
  if (!agency?.name || !URL.canParse(agency.url)) {
    faults.push(
      `${file} does not say who built the site. Write "agency" with a name and a full https:// url.`,
    );
  }
  for (const [claim, number] of Object.entries({ ...claims, retentionDays })) {
    if (!Number.isInteger(number) || Number(number) < 1) {
      faults.push(`"${claim}" in ${file} is ${number}. Write a whole number from 1.`);
    }
  }
  return faults;
}

/** Every language has every sentence that English has. */
function faultsOfWords({ languages, words }: Content): string[] {
  return Object.keys(languages).flatMap((language) =>
    words[language]
      ? missingIn(words[language], words.en).map(
          (path) => `content/words/${language}.ts has no "${path}". Add it where content/words/en.ts has it.`,
        )
      : [
          `There are no words for the language "${language}". Translate content/words/en.ts as content/words/${language}.ts, and name it in content/words/index.ts.`,
        ],
  );
}

/** The browser loads the words of one language, from a file that names it. */
function faultsOfScripts(language: string): string[] {
  const file = `site/contact-form/words-${language}.ts`;
  return existsSync(file) ? [] : [`There is no ${file}. Copy words-en.ts beside it, and change "en" in it.`];
}

/** The font of signs holds only the letters it was cut for. */
function faultsOfLetters({ languages, words }: Content): string[] {
  const drawn = readFileSync('site/styles/overpass/letters.txt', 'utf8');
  return Object.keys(languages).flatMap((language) => {
    const missing = lettersOf(words[language]).filter((letter) => !drawn.includes(letter));
    return missing.length > 0
      ? [
          `The font of the signs lacks "${missing.join('')}" of content/words/${language}.ts. Run "npm run font".`,
        ]
      : [];
  });
}

/** The paths, like "form.labels.name", of what one has and the other lacks. */
function missingIn(part: Content, whole: Content, path = ''): string[] {
  return Object.entries<Content>(whole).flatMap(([key, value]) => {
    const there = part[key as keyof Content];
    if (there === undefined) return [path + key];
    return typeof value === 'object' && value !== null ? missingIn(there, value, `${path}${key}.`) : [];
  });
}

function faultsOfServices({ services, languages, words }: Content): string[] {
  return services.flatMap(({ id, inForm }: { id: string; inForm: boolean }) =>
    Object.keys(languages).flatMap((language) => {
      const file = `content/words/${language}.ts`;
      const { title, description } = words[language]?.services.items[id] ?? {};
      return [
        ...(title && description
          ? []
          : [
              `The service "${id}" has no words. Write services.items.${id} with title and description in ${file}.`,
            ]),
        ...(inForm && !words[language]?.form.services[id]
          ? [
              `The form offers the service "${id}" without a name. Write form.services.${id} in ${file}, or set inForm to false in content/services.ts.`,
            ]
          : []),
      ];
    }),
  );
}

function faultsOfArea({ city, averageMinutes, downtown, towns }: Content['serviceAreas'][number]): string[] {
  const file = 'content/service-areas.ts';
  const places = [{ name: `Downtown ${city}`, ...downtown }, ...towns];
  const misplaced = places.filter(({ at }) => {
    const [longitude, latitude] = at ?? [];
    return !(
      longitude > texas.west &&
      longitude < texas.east &&
      latitude > texas.south &&
      latitude < texas.north
    );
  });
  return [
    ...misplaced.map(
      ({ name }) =>
        `"${name}" is not in Texas. Write its longitude and latitude in ${file}, in this order, like at: [-95.3698, 29.7604].`,
    ),
    ...(averageMinutes > 0
      ? []
      : [`${file} gives no averageMinutes for ${city}. Write the minutes as a number.`]),
  ];
}

function faultsOfPictures({ gallery, heroPicture, languages }: Content): string[] {
  return [heroPicture, ...gallery].flatMap((picture) =>
    Object.keys(languages).flatMap((language) =>
      (picture === heroPicture ? ['alt'] : ['alt', 'caption'])
        .filter((part) => !picture[part]?.[language]?.trim())
        .map(
          (part) =>
            `The picture "${picture.file}" has no ${part} in "${language}". Write it in content/gallery/index.ts.`,
        ),
    ),
  );
}
