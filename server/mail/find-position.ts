import { mapLink } from '../../contract/map-link.ts';

/** Decimal degrees, latitude first, as phones and maps write them: "29.81950, -95.37670". */
const degrees = /(?<![\d.])(-?\d{1,2}\.\d{4,15})°?\s?,\s?(-?\d{1,3}\.\d{4,15})(?![\d.])/;

/**
 * The map link of the first position in a text, built only from its numbers: a visitor's own link could lead
 * anywhere. Undefined if there is none.
 */
export function mapOfPosition(text: string): string | undefined {
  const [, latitude = Number.NaN, longitude = Number.NaN] = (degrees.exec(text) ?? []).map(Number);
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? mapLink(latitude, longitude) : undefined;
}
