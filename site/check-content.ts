import { existsSync } from 'node:fs';
import { printedPhone } from '../content/phone-number.ts';
import type { ServiceArea } from '../content/service-areas.ts';
import { factErrors } from './check-facts.ts';
import { colorErrors, logoErrors } from './check-look.ts';
import { pictureFileErrors } from './check-picture-files.ts';
import { type Area, resolveArea } from './gazetteer/resolve-area.ts';
import { withLine } from './line-in-content.ts';
import type { Geography } from './map/geography.ts';
import { type Content, content } from './owner-content.ts';
import { fontsFor } from './styles/overpass/fonts-for.ts';

/** Its message is for the owner: nothing more need be printed. */
export class ContentError extends Error {}

/** Stops the build when part of content/ is missing or invalid, with a sentence for each error. */
export async function checkContent(): Promise<void> {
  const errors = [
    ...contentErrors(content),
    ...colorErrors(),
    ...(await letterErrors(content)),
    ...(await logoErrors()),
    ...(await pictureFileErrors(content.gallery)),
  ];
  if (errors.length > 0) {
    const lines = errors.map((error) => `- ${withLine(error)}`);
    throw new ContentError(`content/ cannot be built as it is:\n${lines.join('\n')}`);
  }
}

/** The errors, each a sentence that names the file and the fix. */
export function contentErrors(checked: Content): string[] {
  return [
    ...businessErrors(checked.business),
    ...optionalFactErrors(checked),
    ...factErrors(checked),
    ...wordErrors(checked),
    ...textMessageErrors(checked),
    ...Object.keys(checked.languages).flatMap(scriptErrors),
    ...serviceErrors(checked),
    ...areaErrors(checked),
    ...pictureErrors(checked),
  ];
}

const optionalNumbers = ['clients', 'hoursSaved', 'answerWithinMinutes'];

function businessErrors({
  name,
  phone,
  answerWithinMinutes,
  email,
  agency,
  claims,
  retentionDays,
  privacySince,
}: Content['business']): string[] {
  const file = 'content/business.ts';
  const errors: string[] = [];
  if (!name?.trim()) errors.push(`${file} has no name. Write the trade name into "name".`);
  try {
    printedPhone(phone);
  } catch (error) {
    errors.push((error as Error).message);
  }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)) {
    errors.push(`The email "${email}" cannot be used. Write it in ${file} like service@company.com.`);
  }
  if ((agency.name || agency.url) && !(agency.name && URL.canParse(agency.url))) {
    errors.push(
      `${file} does not say who built the site. Write "agency" with a name and a full https:// url, or leave both empty.`,
    );
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(privacySince) || Number.isNaN(Date.parse(privacySince))) {
    errors.push(`"privacySince" in ${file} is ${privacySince}. Write a date like 2026-11-22.`);
  }
  for (const [claim, number] of Object.entries({ ...claims, retentionDays, answerWithinMinutes })) {
    if (number === '' && optionalNumbers.includes(claim)) continue;
    if (!Number.isInteger(number) || Number(number) < 1) {
      errors.push(`"${claim}" in ${file} is ${number}. Write a whole number from 1.`);
    }
  }
  return errors;
}

/** Facts that an owner may leave out: written in every language or in none. */
function optionalFactErrors({ business, languages }: Content): string[] {
  const file = 'content/business.ts';
  const names = Object.keys(languages);
  const errors: string[] = [];
  for (const fact of ['payment', 'rates', 'notDone'] as const) {
    const written = names.filter((language) => business[fact]?.[language]?.length > 0);
    const missing = names.filter((language) => !written.includes(language));
    const lines = written.flatMap((language) => business[fact][language]);
    if (written.length > 0 && missing.length > 0) {
      errors.push(
        `"${fact}" in ${file} has nothing in "${missing.join('", "')}". Write it in every language, or in none.`,
      );
    }
    if (fact !== 'rates' && written.some((language) => !Array.isArray(business[fact][language]))) {
      errors.push(`"${fact}" in ${file} is not a list. Write it like { en: ['Cash'], es: ['Efectivo'] }.`);
    }
    if (lines.some((line) => !line.trim())) {
      errors.push(`"${fact}" in ${file} has a blank entry. Write what it is, or leave it out.`);
    }
  }
  if (business.town && !/^[^,]*[^,\s], [A-Z]{2}$/.test(business.town)) {
    errors.push(`The town "${business.town}" in ${file} cannot be used. Write it like 'Katy, TX'.`);
  }
  return errors;
}

/** Every language has every sentence that English has. */
function wordErrors({ languages, words }: Content): string[] {
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

function textMessageErrors({ languages, mailWords }: Content): string[] {
  return Object.keys(languages)
    .filter((language) => !mailWords.textMessage[language]?.trim())
    .map(
      (language) =>
        `The Text button of the emails has no message in "${language}". Write textMessage.${language} in content/words/mail.ts.`,
    );
}

/** Browsers load the words of one language from a file named after it. */
function scriptErrors(language: string): string[] {
  const file = `site/contact-form/words-${language}.ts`;
  return existsSync(file) ? [] : [`There is no ${file}. Copy words-en.ts beside it, and change "en" in it.`];
}

/** What the social picture says must be in the font of the signs: no other can take its place there. */
export async function letterErrors({ business, languages, words }: Content): Promise<string[]> {
  const sources = [
    { file: 'content/business.ts', text: business.name },
    ...Object.keys(languages).map((language) => ({
      file: `content/words/${language}.ts`,
      text: words[language]?.hero.headline ?? '',
    })),
  ];
  const errors = sources.map(async ({ file, text }) => {
    const { missing } = await fontsFor(text);
    return missing === ''
      ? []
      : [
          `The font of the signs has no "${missing}", which is in "${text}" of ${file}. Write it in Latin letters.`,
        ];
  });
  return (await Promise.all(errors)).flat();
}

/** Paths, like "form.labels.name", that `whole` has and `part` lacks. */
function missingIn(part: Content, whole: Content, path = ''): string[] {
  return Object.entries<Content>(whole).flatMap(([key, value]) => {
    const there = part[key as keyof Content];
    if (there === undefined) return [path + key];
    return typeof value === 'object' && value !== null ? missingIn(there, value, `${path}${key}.`) : [];
  });
}

function serviceErrors({ services, languages, words }: Content): string[] {
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
        ...(inForm && !words[language]?.roadside.hints[id]?.length
          ? [
              `The form cannot say what to have ready for the service "${id}". Write roadside.hints.${id}, a list like that of the others, in ${file}.`,
            ]
          : []),
      ];
    }),
  );
}

function areaErrors({ serviceAreas }: Content): string[] {
  const file = 'content/service-areas.ts';
  if (serviceAreas.length === 0) {
    return [`${file} names no area. Write at least one, with its state, city, averageMinutes and towns.`];
  }
  const resolved = (serviceAreas as ServiceArea[]).map(resolveArea);
  const ids = resolved.map(({ area }) => area?.id);
  return resolved.flatMap(({ area, errors }, index) => {
    if (!area) {
      return errors;
    } else if (ids.indexOf(area.id) < index) {
      return [`${file} has the area "${area.city}" twice. Leave one out, or join their towns.`];
    } else {
      return area.geography ? offMap(area, area.geography) : [];
    }
  });
}

/** A map has fixed edges. */
function offMap(area: Area, { west, east, south, north }: Geography): string[] {
  const places = [{ name: `Downtown ${area.city}`, ...area.downtown }, ...area.towns];
  return places
    .filter(({ at: [x, y] }) => x < west || x > east || y < south || y > north)
    .map(
      ({ name }) =>
        `"${name}" is off the map of ${area.city}, which shows longitudes from ${west} to ${east} and latitudes from ${south} to ${north}. Correct its "at" in content/service-areas.ts, or leave the town out.`,
    );
}

function pictureErrors({ gallery, languages }: Content): string[] {
  return gallery.flatMap((picture: Content['gallery']) =>
    Object.keys(languages).flatMap((language) =>
      ['alt', 'caption']
        .filter((part) => !picture[part]?.[language]?.trim())
        .map(
          (part) =>
            `The picture "${picture.file}" has no ${part} in "${language}". Write it in content/gallery/index.ts.`,
        ),
    ),
  );
}
