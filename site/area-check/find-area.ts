import { type ServiceArea, serviceAreas } from '../../content/service-areas.ts';
import { zipCodes } from './zip-codes.ts';

/** The area that a ZIP code (also ZIP+4) or the name of a town lies in, as far as we know. */
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

/** A name without what people write in different ways: case, accents, the state, the article, "downtown". */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b(?:the|downtown|centro de|tx|texas)\b|[^a-z]/g, '');
}
