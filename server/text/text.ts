import { business } from '../../content/business.ts';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { mapLink } from '../../contract/map-link.ts';

/**
 * What cannot be seen can reorder a number or a sentence, hide text, or make two names look alike, and U+2028
 * and U+2029 start lines that nobody typed. Tabs, newlines, and what joins and colors emoji are allowed.
 */
const unseen =
  /(?!(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d|[\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|[\u2028\u2029\u2800\ufff9-\ufffb]|(?![\t\n])\p{Cc}/gu;

/** Makes visitor text safe to show to the owner. */
export function stripControlCharacters(text: string): string {
  return text.replace(unseen, '');
}

/** A visitor's words on one line, which can be told from ours: “Ana Lopez”. */
export function quoted(words: string): string {
  const inner = words.replaceAll(/[“”"]/g, "'");
  const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(inner);
  // Without the isolate, what follows a name in Arabic would be moved before it (UAX #9).
  return isRightToLeft ? `“\u2068${inner}\u2069”` : `“${inner}”`;
}

/** "Monday, November 30, 2026 at 9:05:12 PM CST": in the business's time zone, whatever the server's. */
export function localTime(time: Date): string {
  return time.toLocaleString('en-US', { timeZone: business.timeZone, dateStyle: 'full', timeStyle: 'long' });
}

/** "20 min", "2 h". Undefined for less than 15 minutes, which are not worth mentioning. */
export function delay(from: Date, to: Date): string | undefined {
  const minutes = Math.floor((to.getTime() - from.getTime()) / 60_000);
  return minutes < 15 ? undefined : minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

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

/** The service in words, in capitals if it is an emergency. */
export function serviceInWords(service: ContactRequest['service']): string {
  return service === 'emergency' ? mailWords.emergency : serviceLabel(service);
}

/** A service that has been removed since is shown as it was stored, on one line. */
export function serviceLabel(service: string): string {
  const { services }: { services: Readonly<Record<string, string>> } = en.form;
  const label = Object.hasOwn(services, service) ? services[service] : undefined;
  return label ?? stripControlCharacters(service).replace(/\s+/g, ' ').slice(0, 60);
}
