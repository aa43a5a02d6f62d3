import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { mailWords, words } from '../../content/words/index.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { formatMapLink } from '../../contract/map-link.ts';

const { en } = words;

/**
 * Invisible characters, which can reorder a number or a sentence, hide text, or make two names look alike. U+2028 and
 * U+2029 start lines that nobody typed. Tabs, newlines, and the parts that join and color emoji are allowed.
 */
const invisibleCharacters =
  /(?!(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d|[\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|[\u2028\u2029\u2800\ufff9-\ufffb]|(?![\t\n])\p{Cc}/gu;

/** Removes invisible characters from visitor text, so that it is safe to show to the owner. */
export function removeInvisibleCharacters(text: string): string {
  return text.replace(invisibleCharacters, '');
}

/** Quotes one line of a visitor's words, to distinguish them from ours: “Ana Lopez”. */
export function quote(words: string): string {
  const inner = words.replaceAll(/[“”"]/g, "'");
  const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(inner);
  // Without the isolate, text after an Arabic name could move before it (UAX #9).
  return isRightToLeft ? `“\u2068${inner}\u2069”` : `“${inner}”`;
}

/** Formats a time in the business's time zone, whatever the server's: "Monday, November 30, 2026 at 9:05:12 PM CST". */
export function formatLocalTime(time: Date): string {
  return time.toLocaleString('en-US', { timeZone: business.timeZone, dateStyle: 'full', timeStyle: 'long' });
}

/** Returns "20 min" or "2 h", or undefined for less than 15 minutes, which aren't worth mentioning. */
export function formatDelay(from: Date, to: Date): string | undefined {
  const minutes = Math.floor((to.getTime() - from.getTime()) / 60_000);
  return minutes < 15 ? undefined : minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

/** Decimal degrees, latitude first, as phones and maps write them: "29.81950, -95.37670". */
const degrees = /(?<![\d.])(-?\d{1,2}\.\d{4,15})°?\s?,\s?(-?\d{1,3}\.\d{4,15})(?![\d.])/;

/**
 * Creates a map link for the first position in a text. Undefined if there is none, or if it isn't on Earth. The link is
 * built only from the position's numbers, because a visitor's own link could open any page.
 */
export function createMapLink(text: string): string | undefined {
  const [, latitude = Number.NaN, longitude = Number.NaN] = (degrees.exec(text) ?? []).map(Number);
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? formatMapLink(latitude, longitude) : undefined;
}

/**
 * Creates a link that opens a text message to a number, with a reply in the visitor's language. `dialLink` is a tel
 * URL.
 */
export function createSmsLink(dialLink: string, language: Language, reference: string): string {
  const reply = interpolate(words[language].textMessage, { business: business.name, reference });
  // "?&" works on both systems. iOS reads the text after "&", and Android the text after "?".
  return `${dialLink.replace('tel:', 'sms:')}?&body=${encodeURIComponent(reply)}`;
}

/** Returns a service's label, or for an emergency, a word in capitals. */
export function formatServiceName(service: ContactRequest['service']): string {
  return service === 'emergency' ? mailWords.emergency : findServiceLabel(service);
}

/** Returns a service's label, or for a service that has since been removed, the start of its stored name. */
export function findServiceLabel(service: string): string {
  const { services }: { services: Readonly<Record<string, string>> } = en.form;
  const label = Object.hasOwn(services, service) ? services[service] : undefined;
  return label ?? removeInvisibleCharacters(service).replace(/\s+/g, ' ').slice(0, 60);
}
