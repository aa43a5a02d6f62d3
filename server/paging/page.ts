import { interpolate } from '../../content/interpolate.ts';
import { words } from '../../content/words/index.ts';
import { pagingWords } from '../../content/words/paging.ts';
import { dialLink, withDashes } from '../mail/dial-link.ts';
import { mapOfPosition, serviceInWords, stripControlCharacters } from '../mail/text.ts';
import type { ClaimedDelivery } from '../store/claim.ts';
import type { StoredRequest } from '../store/stored-request.ts';

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

type Named = Pick<ClaimedDelivery, 'reference' | 'step' | 'fields' | 'language' | 'takeToken' | 'claimedAt'>;

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
function lineOf({ service, phone, place, message, reference, acknowledgeUrl: url }: PagedRequest): string {
  const who = [service, phone, place].filter(Boolean).join(' ');
  const ends = [interpolate(pagingWords.reference, { reference }), interpolate(pagingWords.taking, { url })];
  return [who, message, ...ends].filter(Boolean).join('. ');
}

/** What a page says of a request: its number to call, a town or map, and the beginning of the message. */
export function detailsOf({ fields, language }: Pick<StoredRequest, 'fields' | 'language'>) {
  const { where, coordinates, map } = words[language].roadside.position.lines;
  const lines = fields.message.split('\n');
  const place = lines.find((line) => line.startsWith(`${where}: `))?.slice(where.length + 2);
  const isLabeled = new RegExp(`^(${where}|${coordinates}|${map}): `);
  const call = dialLink(fields.phone);
  return {
    phone: call ? withDashes(call) : inPlainText(fields.phone, 40),
    place: place ? inPlainText(place, 40) : mapOfPosition(fields.message),
    message: inPlainText(lines.filter((line) => !isLabeled.test(line)).join(' '), 60),
  };
}

/** A visitor's text on one line, in which phones find neither an address nor a scheme to make a link of. */
export function inPlainText(text: string, most: number): string {
  const line = stripControlCharacters(text)
    .replace(/(?<=\p{L}):(?=\S)|\.(?=\p{L})/gu, '$& ')
    .replace(/[\s/@]+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}

export const acknowledgePath = '/functions/v1/acknowledge';

/** Where somebody says that they take a request. */
export function acknowledgeLink(origin: string, token: string): string {
  return `${origin}${acknowledgePath}?token=${token}`;
}
