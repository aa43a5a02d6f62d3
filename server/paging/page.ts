import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { pagingWords } from '../../content/words/paging.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { dispatchPage } from '../../contract/dispatch.ts';
import { acknowledgePath } from '../../contract/function-paths.ts';
import type { Attempt } from '../queue/channel.ts';
import type { TakeTokens } from '../requests/request-token.ts';
import { dialLink, withDashes } from '../text/dial-link.ts';
import { mapOfPosition, serviceInWords, stripControlCharacters } from '../text/text.ts';

/** Somebody to ring, as one URL of PAGE_URL names them. */
export interface Recipient {
  /** Stable, and without credentials: stored with each delivery. */
  name: string;
  /** Whether anybody who knows the name can read its pages. */
  isPublic?: boolean;
  /** How many requests fit into one of its alarms. Default: five. */
  mostNamed?: number;
  /** Never throws. Stops as soon as `signal` aborts. */
  send(page: Page, signal: AbortSignal): Promise<Attempt>;
  /** Only if the service repeats a page by itself until somebody reacts: ends that for a request. */
  cancel?(reference: string, signal: AbortSignal): Promise<Attempt>;
}

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
  /** How many other requests wait. The text ends with it. */
  waiting: number;
  at: Date;
}

/** With PAGE_DETAILS=off there is nothing of the visitor's in it. */
export type PagedRequest = Partial<ReturnType<typeof detailsOf>> &
  Record<'reference' | 'service' | 'takeUrl' | 'acknowledgeUrl' | 'takeToken', string>;

type Named = { reference: string; fields: ContactRequest; language: Language; takeTokens: TakeTokens };
interface Parts extends Pick<Page, 'id' | 'at' | 'waiting'> {
  hasDetails: boolean;
  /** Of the site, whose Dispatch the links open. */
  siteUrl: string;
  /** Of the functions, for the button of a service's own app. */
  origin: string;
}

export function pageOf(named: readonly Named[], { hasDetails, siteUrl, origin, ...page }: Parts): Page {
  const requests = named.map((one) => ({
    reference: one.reference,
    service: serviceInWords(one.fields.service),
    ...(hasDetails ? detailsOf(one) : {}),
    ...takeLinks(hasDetails ? one.takeTokens.seen : one.takeTokens.unseen, { siteUrl, origin }),
  }));
  const lines = requests.map((one) => {
    // Services cut a page with five messages, and with it the last links.
    const { about, end, link } = sentencesOf(named.length > 1 ? { ...one, message: '' } : one);
    return about + end + link;
  });
  const more = moreText(page.waiting);
  if (more) {
    lines.push(more);
  }
  const event = named.some(({ fields }) => fields.service === 'emergency') ? 'emergency' : 'request';
  return { ...page, event, isUrgent: true, text: lines.join('\n'), requests };
}

/** "and 37 more wait", or nothing. */
export function moreText(count: number): string {
  return count > 0 ? interpolate(pagingWords.more, { count }) : '';
}

/** An alarm's text with at most `length` characters. How many wait is never cut. */
export function alarmText({ text, waiting }: Page, length: number): string {
  const more = moreText(waiting);
  return text.length <= length ? text : text.slice(0, length - more.length - 1) + (more && `\n${more}`);
}

/** "EMERGENCY 832-555-0188 Near Katy. No start", ". Ref 7KQ2MA" and ". Taking it: https://…". */
export function sentencesOf({ service, phone, place, message, reference, takeUrl }: PagedRequest) {
  const who = [service, phone, place].filter(Boolean).join(' ');
  return {
    about: message ? `${who}. ${message}` : who,
    end: `. ${interpolate(pagingWords.reference, { reference })}`,
    link: `. ${interpolate(pagingWords.taking, { url: takeUrl })}`,
  };
}

/** What a page says of a request: its number to call, a town or map, and the beginning of the message. */
export function detailsOf({ fields: { phone, message }, language }: Omit<Named, 'takeTokens'>) {
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
  return stripControlCharacters(text)
    .replace(/(?<=\p{L}):(?=\S)|\.(?=\p{L})/gu, '$& ')
    .replace(/[\s/@]+/g, ' ')
    .trim()
    .replace(/^(.{59})..+$/u, '$1…');
}

/** A program that takes a request by POST sends the token in this header, so that no log has it. */
export const takeTokenHeader = 'Take-Token';

/**
 * Where somebody says that they take a request: Dispatch, whose fragment reaches no server. A program posts to
 * `acknowledgeUrl`, with the token in the header.
 */
function takeLinks(takeToken: string, { siteUrl, origin }: { siteUrl: string; origin: string }) {
  return {
    takeUrl: `${siteUrl}${dispatchPage}#take=${takeToken}`,
    acknowledgeUrl: `${origin}${acknowledgePath}`,
    takeToken,
  };
}
