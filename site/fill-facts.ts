import { formatHours } from '../content/hours.ts';
import { interpolate } from '../content/interpolate.ts';
import type { Language } from '../content/known-languages.ts';
import { serviceAreas as areasAsWritten } from '../content/service-areas.ts';
import { words } from '../content/words/index.ts';
import { facts } from './facts.ts';
import { resolveArea } from './gazetteer/resolve-area.ts';
import { stateNames } from './gazetteer/states.ts';

/** A sentence with a different form if there is only one area. */
type Plural = { one: string; other: string };

// The cities as the gazetteer spells them. check-content.ts reports unknown cities.
const serviceAreas = areasAsWritten.map((area) => resolveArea(area).area ?? area);
const cities = serviceAreas.map(({ city }) => city);

export function fillFacts(sentence: string | Plural, language: Language): string {
  return interpolate(typeof sentence === 'string' ? sentence : choosePlural(sentence), getFacts(language));
}

/** Splits a text into sentences, which start on separate lines. A line with parts of two sentences is hard to read. */
export function splitSentences(text: string): string[] {
  return text.split(/(?<=[.?!] )/);
}

/**
 * Returns values of {placeholders} in the pages' sentences. They are the facts, and areas, hours, and averages in the
 * language's words.
 */
export function getFacts(language: Language) {
  const { areas } = words[language];
  const listFormat = createListFormat(language);
  const names = {
    cities: listFormat.format(cities),
    citiesAround: listFormat.format([...cities, areas.around]),
    cityTitle: [cities.slice(0, -1).join(', '), cities.at(-1)].filter(Boolean).join(` ${areas.and} `),
  };
  return {
    ...facts,
    ...names,
    hours: formatHours(language, words[language].hours),
    /** "TX", or "KS/MO" for areas in two states, because titles have little room. */
    stateCodes: [...new Set(serviceAreas.map(({ state }) => state))].join('/'),
    states: listFormat.format(
      new Set(serviceAreas.map(({ state }) => areas.states[state] ?? stateNames[state] ?? state)),
    ),
    areas: interpolate(choosePlural(areas.named), names),
    areasFirst: interpolate(choosePlural(areas.first), names),
    areasServed: interpolate(choosePlural(areas.served), names),
    areasNear: interpolate(choosePlural(areas.near), names),
    areasTitle: interpolate(choosePlural(areas.title), names),
    averages: createUnitFormat(language).format(
      serviceAreas.map(({ city, averageMinutes }, index) =>
        interpolate(index === 0 ? areas.averages.one : areas.averages.other, {
          city,
          minutes: averageMinutes,
        }),
      ),
    ),
  };
}

const choosePlural = ({ one, other }: Plural) => (cities.length === 1 ? one : other);

const createUnitFormat = (language: Language) =>
  new Intl.ListFormat(language, { type: 'unit', style: language === 'en' ? 'short' : 'long' });

/** Formats lists like "A, B and C". British English omits the serial comma, as these pages do. */
const createListFormat = (language: Language) => new Intl.ListFormat(language === 'en' ? 'en-GB' : language);
