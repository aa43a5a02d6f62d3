import { type ServiceArea, serviceAreas } from '../../content/service-areas.ts';
import { zipCodes } from './zip-codes.ts';

/** The service area of a ZIP code (or ZIP+4) or town, if known. */
export function findArea(typed: string): ServiceArea | undefined {
  const zip = /^\s*(\d{3})(\d\d)(?:-?\d{4})?\s*$/.exec(typed);
  if (zip) {
    const [, prefix = '', ending = ''] = zip;
    return serviceAreas.find(({ id }) => zipCodes[id][prefix]?.match(/../g)?.includes(ending));
  } else {
    const name = plain(typed);
    return serviceAreas.find(({ city, towns }) =>
      [city, ...towns.map((town) => town.name)].some((town) => plain(town) === name),
    );
  }
}

/** Normalizes a name: drops case, accents, the state, the article and "downtown". */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b(?:the|downtown|centro de|tx|texas)\b|[^a-z]/g, '');
}
