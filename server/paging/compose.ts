import { interpolate } from '../../content/interpolate.ts';
import { words } from '../../content/words/index.ts';
import { pagingWords } from '../../content/words/paging.ts';
import { dialLink } from '../mail/dial-link.ts';
import { serviceInWords, withDashes } from '../mail/message.ts';
import { mapOfPosition, stripControlCharacters } from '../mail/text.ts';
import type { ClaimedDelivery } from '../store/claim.ts';
import type { StoredRequest } from '../store/stored-request.ts';
import { acknowledgeLink } from './acknowledge-link.ts';
import { headOf, type Page } from './page.ts';

/** `waiting`: how many others wait, if the page has to say so. */
export function pageOf(
  claimed: readonly [ClaimedDelivery, ...ClaimedDelivery[]],
  { hasDetails, origin, waiting }: { hasDetails: boolean; origin: string; waiting: number },
): Page {
  const [{ reference, step, fields, claimedAt }, ...others] = claimed;
  const requests = claimed.map((one) => ({
    reference: one.reference,
    service: serviceInWords(one.fields.service),
    ...(hasDetails ? detailsOf(one) : {}),
    acknowledgeUrl: acknowledgeLink(origin, one.takeToken),
  }));
  return {
    id: `${reference}-${step}`,
    event: fields.service === 'emergency' ? 'emergency' : 'request',
    isUrgent: true,
    title: [...requests.slice(0, 1).map(headOf), ...(others.length > 0 ? [`+${others.length}`] : [])].join(
      ' ',
    ),
    text: [
      ...requests.flatMap((one) => [
        [headOf(one), one.message, interpolate(pagingWords.reference, { reference: one.reference })]
          .filter(Boolean)
          .join('. '),
        interpolate(pagingWords.taking, { url: one.acknowledgeUrl }),
      ]),
      ...(waiting > 0 ? [interpolate(pagingWords.more, { count: waiting })] : []),
    ].join('\n'),
    requests,
    at: claimedAt,
  };
}

export function detailsOf({ fields, language }: Pick<StoredRequest, 'fields' | 'language'>) {
  const { where, coordinates, map } = words[language].roadside.position.lines;
  const lines = fields.message.split('\n');
  const [place] = lines.filter((line) => line.startsWith(`${where}: `));
  const isOwn = (line: string) => ![where, coordinates, map].some((label) => line.startsWith(`${label}: `));
  const call = dialLink(fields.phone);
  return {
    phone: call === undefined ? inPlainText(fields.phone, 40) : withDashes(call),
    /** A `tel:` link, if there is a number in what was typed. */
    call,
    /** A town, or a link to a map. */
    place:
      place === undefined ? mapOfPosition(fields.message) : inPlainText(place.slice(where.length + 2), 40),
    message: inPlainText(lines.filter(isOwn).join(' '), 60),
  };
}

/** A visitor's text on one line, in which phones find neither an address nor a scheme to make a link of. */
export function inPlainText(text: string, most: number): string {
  const line = stripControlCharacters(text)
    .replace(/(?<=\p{L}):(?=\S)/gu, ': ')
    .replace(/\.(?=\p{L})/gu, '. ')
    .replace(/[\s/@]+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}
