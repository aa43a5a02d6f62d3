import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { pagingWords } from '../../content/words/paging.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { dialLink, withDashes } from '../dial-link.ts';
import { mapOfPosition, serviceInWords, stripControlCharacters } from '../text.ts';

/** What one page says, about up to five requests or about the server itself. */
export interface Page {
  /** The same when a page is sent again, because it may not have arrived. */
  id: string;
  /** For programs: "emergency", "request", or the name of an alert. */
  event: string;
  /** Whether it rings through Do Not Disturb, where that is allowed. */
  isUrgent: boolean;
  text: string;
  requests: readonly PagedRequest[];
  at: Date;
}

/** With PAGE_DETAILS=off there is nothing of the visitor's in it. */
export interface PagedRequest extends Partial<ReturnType<typeof detailsOf>> {
  reference: string;
  service: string;
  acknowledgeUrl: string;
}

interface Named {
  reference: string;
  fields: ContactRequest;
  language: Language;
  step: number;
  takeToken: string;
  claimedAt: Date;
}

/** `waiting`: how many others wait, if the page has to say so. */
export function pageOf(
  named: readonly [Named, ...Named[]],
  { hasDetails, origin, waiting = 0 }: { hasDetails: boolean; origin: string; waiting?: number },
): Page {
  const [{ reference, step, fields, claimedAt }] = named;
  const requests = named.map((one) => ({
    reference: one.reference,
    service: serviceInWords(one.fields.service),
    ...(hasDetails ? detailsOf(one) : {}),
    acknowledgeUrl: acknowledgeLink(origin, one.takeToken),
  }));
  const more = waiting > 0 ? [interpolate(pagingWords.more, { count: waiting })] : [];
  return {
    id: `${reference}-${step}`,
    event: fields.service === 'emergency' ? 'emergency' : 'request',
    isUrgent: true,
    text: [...requests.map(lineOf), ...more].join('\n'),
    requests,
    at: claimedAt,
  };
}

/** "EMERGENCY 832-555-0188 Near Katy. No start. Ref 7KQ2MA. Taking it: https://…" */
function lineOf({ reference, acknowledgeUrl: url, ...one }: PagedRequest, _: number, all: object[]): string {
  // Services cut a page with five messages, and with it the last links.
  const said = all.length > 1 ? { ...one, message: '' } : one;
  const ends = [interpolate(pagingWords.reference, { reference }), interpolate(pagingWords.taking, { url })];
  return [aboutOf(said), ...ends].join('. ');
}

/** "EMERGENCY 832-555-0188 Near Katy. No start": service, number and place, then the message. */
export function aboutOf({ service, phone, place, message }: Partial<PagedRequest>): string {
  const who = [service, phone, place].filter(Boolean).join(' ');
  return message ? `${who}. ${message}` : who;
}

/** What a page says of a request: its number to call, a town or map, and the beginning of the message. */
export function detailsOf({ fields, language }: Pick<Named, 'fields' | 'language'>) {
  const { phone, message } = fields;
  const { where, coordinates, map } = words[language].roadside.position.lines;
  const place = new RegExp(`^${where}: (.+)`, 'm').exec(message)?.[1];
  const labeled = new RegExp(`^(${where}|${coordinates}|${map}): .*`, 'gm');
  const tel = dialLink(phone);
  return {
    tel,
    phone: tel ? withDashes(tel) : inPlainText(phone),
    place: place ? inPlainText(place) : mapOfPosition(message),
    message: inPlainText(message.replace(labeled, '')),
  };
}

/** The first 60 characters of a visitor's text, on one line in which phones find no link to make. */
export function inPlainText(text: string): string {
  const line = stripControlCharacters(text)
    .replace(/(?<=\p{L}):(?=\S)|\.(?=\p{L})/gu, '$& ')
    .replace(/[\s/@]+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : line;
}

export const acknowledgePath = '/functions/v1/acknowledge';

/** Where somebody says that they take a request. */
export function acknowledgeLink(origin: string, token: string): string {
  return `${origin}${acknowledgePath}?token=${token}`;
}
