import { getPictureName, photos } from '../content/gallery.ts';
import { findFactErrors } from '../content/schema.ts';
import type { ServiceArea } from '../content/service-areas.ts';
import { findColorErrors, findLogoErrors } from './check-look.ts';
import { findPictureFileErrors } from './check-picture-files.ts';
import {
  findMailPlaceholderErrors,
  findPlaceholderErrors,
  findTextMessageErrors,
} from './check-placeholders.ts';
import { type Area, resolveArea } from './gazetteer/resolve-area.ts';
import type { Geography } from './map/geography.ts';
import { type Content, content } from './owner-content.ts';
import { pagePaths } from './routes.ts';
import { loadFont } from './styles/overpass/font.ts';

/** An error whose message is for the owner. Don't print a stack trace. */
export class ContentError extends Error {}

/** Throws a `ContentError` with a sentence for each error that it finds in content/. */
export async function checkContent(): Promise<void> {
  const errors = [
    ...validateContent(content),
    ...findColorErrors(),
    ...(await findLetterErrors(content)),
    ...(await findLogoErrors()),
    ...(await findPictureFileErrors(photos)),
  ];
  if (errors.length > 0) {
    const lines = errors.map((error) => `- ${error}`);
    throw new ContentError(`Fix these mistakes in content/, then build again:\n${lines.join('\n')}`);
  }
}

/** Returns a sentence for each error that it finds, with the fix. */
export function validateContent(checked: Content): string[] {
  const { business, serviceAreas, services, gallery } = checked;
  const errors = [
    ...findFactErrors('business', business),
    ...findFactErrors('service-areas', { areas: serviceAreas }),
    ...findFactErrors('services', { services }),
    ...findFactErrors('gallery', { about: 'cutaway', pictures: gallery }),
  ];
  // The other checks need facts in the right format.
  if (errors.length > 0) {
    return errors;
  }
  return [
    ...findOptionalFactErrors(checked),
    ...findProfileErrors(checked),
    ...findPlaceholderErrors(checked),
    ...findMailPlaceholderErrors(checked),
    ...findTextMessageErrors(checked),
    ...findWordErrors(checked),
    ...findPageErrors(checked),
    ...findRepeatedServices(checked),
    ...findMissingEmergency(checked),
    ...findServiceErrors(checked),
    ...findAreaErrors(checked),
    ...findPictureErrors(checked),
  ];
}

/** Finds optional facts that are written in some languages, but not in all. */
function findOptionalFactErrors({ business, languages }: Content): string[] {
  const names = Object.keys(languages);
  return ['payment', 'rates', 'notDone'].flatMap((fact) => {
    const missing = names.filter((language) => !business[fact]?.[language]?.length);
    return missing.length === 0 || missing.length === names.length
      ? []
      : [
          `"${fact}" in content/business.json has nothing in "${missing.join('", "')}". Add it in every language, or in none.`,
        ];
  });
}

/** Finds profiles that have neither one name for all languages nor a name for each language. */
function findProfileErrors({ business, languages }: Content): string[] {
  const names: unknown[] = business.profiles.map(({ name }: { name: unknown }) => name);
  const missing = Object.keys(languages).filter((language) =>
    names.some((name) => typeof name === 'object' && !(language in (name as object))),
  );
  return missing.map(
    (language) =>
      `A profile in content/business.json has no name in "${language}". Add one, like { "en": "Reviews on Google", "es": "Reseñas en Google" }.`,
  );
}

/** Finds languages without words. site/read-words.ts checks that no word is missing. */
function findWordErrors({ languages, words }: Content): string[] {
  return Object.keys(languages)
    .filter((language) => !words[language])
    .map(
      (language) =>
        `There are no words for the language "${language}". Translate content/words/en.json as content/words/${language}.json, and add it to content/words/index.ts.`,
    );
}

/** Finds pages without an English title or description. The schema doesn't find a new page that isn't in it. */
function findPageErrors({ words }: Content): string[] {
  return Object.keys(pagePaths)
    .filter((page) => !words.en?.pages?.[page]?.title || !words.en.pages[page].description)
    .map(
      (page) =>
        `The page "${page}" of site/routes.ts has no title or no description. Add pages.${page} with title and description to content/words/en.json.`,
    );
}

/** Finds letters of the name and headlines that the signs' font lacks. The social picture can't use another font. */
export async function findLetterErrors({ business, languages, words }: Content): Promise<string[]> {
  const sources = [
    { file: 'content/business.json', text: business.name },
    ...Object.keys(languages).map((language) => ({
      file: `content/words/${language}.json`,
      text: words[language]?.hero.headline ?? '',
    })),
  ];
  const errors = sources.map(async ({ file, text }) => {
    const { missing } = await loadFont(text);
    return missing === ''
      ? []
      : [
          `The sign font has no "${missing}", which occurs in "${text}" in ${file}. Use letters of Western European languages.`,
        ];
  });
  return (await Promise.all(errors)).flat();
}

function findRepeatedServices({ services }: Content): string[] {
  const ids: string[] = services.map(({ id }: { id: string }) => id);
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) < index));
  return [...repeated].map(
    (id) => `content/services.json has the service "${id}" twice. Delete one, or change its id.`,
  );
}

/** Reports a missing service "emergency", because only this service rings phones. */
function findMissingEmergency({ services }: Content): string[] {
  return services.some(({ id }: { id: string }) => id === 'emergency')
    ? []
    : [
        'content/services.json has no service "emergency", so no request would ring your phones. Restore it, and change its words if you like.',
      ];
}

function findServiceErrors({ services, languages, words }: Content): string[] {
  // Skip a language without any words, which another check reports.
  const withWords = Object.keys(languages).filter((language) => words[language]);
  return services.flatMap(({ id, inForm }: { id: string; inForm: boolean }) =>
    withWords.flatMap((language) => {
      const file = `content/words/${language}.json`;
      const { services: pages, form, extras } = words[language];
      const { title, description } = pages?.items[id] ?? {};
      const errors: [isFine: unknown, sentence: string][] = [
        [
          title && description,
          `The service "${id}" has no words. Add services.items.${id} with title and description to ${file}.`,
        ],
        [
          !inForm || form?.services[id],
          `The form offers the service "${id}" without a name. Add form.services.${id} to ${file}, or set inForm to false in content/services.json.`,
        ],
        [
          !inForm || extras?.hints[id]?.length,
          `The form cannot say what to have ready for the service "${id}". Add extras.hints.${id}, a list like those of the other services, to ${file}.`,
        ],
      ];
      return errors.filter(([isFine]) => !isFine).map(([, sentence]) => sentence);
    }),
  );
}

function findAreaErrors({ serviceAreas }: Content): string[] {
  const resolved = (serviceAreas as ServiceArea[]).map(resolveArea);
  const ids = resolved.map(({ area }) => area?.id);
  return resolved.flatMap(({ area, errors }, index) => {
    if (!area) {
      return errors;
    } else if (ids.indexOf(area.id) < index) {
      return [
        `content/service-areas.json has the area "${area.city}" twice. Delete one, or combine their towns.`,
      ];
    } else {
      return area.geography ? findTownsOffMap(area, area.geography) : [];
    }
  });
}

/** Finds places beyond the edges of their area's map. */
function findTownsOffMap(area: Area, { west, east, south, north }: Geography): string[] {
  const places = [{ name: `Downtown ${area.city}`, ...area.downtown }, ...area.towns];
  return places
    .filter(({ at: [x, y] }) => x < west || x > east || y < south || y > north)
    .map(
      ({ name }) =>
        `"${name}" is off the map of ${area.city}, which shows longitudes from ${west} to ${east} and latitudes from ${south} to ${north}. Correct its "at" in content/service-areas.json, or delete the town.`,
    );
}

function findPictureErrors({ gallery, languages }: Content): string[] {
  return gallery.flatMap((picture: Content['gallery']) =>
    Object.keys(languages).flatMap((language) =>
      ['alt', 'caption']
        .filter((part) => !picture[part]?.[language]?.trim())
        .map(
          (part) =>
            `The picture "${getPictureName(picture)}" has no ${part} in "${language}". Add it to content/gallery.json.`,
        ),
    ),
  );
}
