import { hoursIn } from '../content/hours.ts';
import { interpolate } from '../content/interpolate.ts';
import type { Language } from '../content/known-languages.ts';
import { serviceAreas as areasAsWritten } from '../content/service-areas.ts';
import { words } from '../content/words/index.ts';
import { facts } from './facts.ts';
import { resolveArea } from './gazetteer/resolve-area.ts';
import { stateNames } from './gazetteer/states.ts';

/** A sentence that is different when there is only one area. */
type Plural = { one: string; other: string };

// As the gazetteer spells their cities. check-content.ts says which it does not know.
const serviceAreas = areasAsWritten.map((area) => resolveArea(area).area ?? area);
const cities = serviceAreas.map(({ city }) => city);

/** A sentence of the pages with its facts filled in. */
export function said(sentence: string | Plural, language: Language): string {
  return interpolate(typeof sentence === 'string' ? sentence : ofAreas(sentence), factsIn(language));
}

/** Each gets lines of its own: a line with the end of one and the start of the next reads as neither. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.?!] )/);
}

/** The facts, and how the language names the service areas: the {placeholders} of the pages' sentences. */
export function factsIn(language: Language) {
  const { areas } = words[language];
  const lists = listsIn(language);
  const names = {
    cities: lists.format(cities),
    citiesAround: lists.format([...cities, areas.around]),
    cityTitle: [cities.slice(0, -1).join(', '), cities.at(-1)].filter(Boolean).join(` ${areas.and} `),
  };
  return {
    ...facts,
    ...names,
    hours: hoursIn(language, words[language].hours),
    /** "TX", or "KS/MO" for areas in two states: titles have little room. */
    stateCodes: [...new Set(serviceAreas.map(({ state }) => state))].join('/'),
    states: lists.format(
      new Set(serviceAreas.map(({ state }) => areas.states[state] ?? stateNames[state] ?? state)),
    ),
    areas: interpolate(ofAreas(areas.named), names),
    areasFirst: interpolate(ofAreas(areas.first), names),
    areasServed: interpolate(ofAreas(areas.served), names),
    areasNear: interpolate(ofAreas(areas.near), names),
    areasTitle: interpolate(ofAreas(areas.title), names),
    averages: unitsIn(language).format(
      serviceAreas.map(({ city, averageMinutes }, index) =>
        interpolate(index === 0 ? areas.averages.one : areas.averages.other, {
          city,
          minutes: averageMinutes,
        }),
      ),
    ),
  };
}

const ofAreas = ({ one, other }: Plural) => (cities.length === 1 ? one : other);

const unitsIn = (language: Language) =>
  new Intl.ListFormat(language, { type: 'unit', style: language === 'en' ? 'short' : 'long' });

/** "A, B and C": American lists have one comma more, which these pages leave out. */
const listsIn = (language: Language) => new Intl.ListFormat(language === 'en' ? 'en-GB' : language);
