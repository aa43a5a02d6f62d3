import { mapLink } from '../../contract/map-link.ts';

/** Decimal degrees, latitude first, as phones and maps give them: "29.81950, -95.37670". */
const degrees = /(?<![\d.])(-?\d{1,2}\.\d{4,15})°?\s?,\s?(-?\d{1,3}\.\d{4,15})(?![\d.])/;

/**
 * The map of the first position in a text. Made of its numbers alone: a link that a visitor wrote may lead
 * anywhere. Nothing when the text holds none.
 */
export function mapOfPosition(text: string): string | undefined {
  const [, latitude = Number.NaN, longitude = Number.NaN] = (degrees.exec(text) ?? []).map(Number);
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? mapLink(latitude, longitude) : undefined;
}
