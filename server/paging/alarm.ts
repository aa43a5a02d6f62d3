import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { pagingWords } from '../../content/words/paging.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { dispatchPagePath } from '../../contract/dispatch.ts';
import { takePath } from '../../contract/function-paths.ts';
import type { AttemptResult } from '../queue/channel.ts';
import type { TakeTokens } from '../requests/request-token.ts';
import { createDialLink, formatWithDashes } from '../text/dial-link.ts';
import { createMapLink, formatServiceName, removeInvisibleCharacters } from '../text/text.ts';

/** A recipient of alarms, from one of the URLs in PAGE_URL. */
export interface Recipient {
  /**
   * A stable name, which is stored with each delivery. It has no password or token, but an ntfy topic may be a secret.
   */
  name: string;
  /** Whether anybody who knows the name may be able to read the recipient's alarms. */
  isPublic?: boolean;
  /** The maximum number of requests that one alarm names. Default: five. */
  maxRequestsNamed?: number;
  /** Sends an alarm or another message. Never throws. Stops as soon as `signal` aborts. */
  send(message: PagingMessage, signal: AbortSignal): Promise<AttemptResult>;
  /** Stops the repeats of alarms that name only this request. Exists only if the service itself repeats alarms. */
  stopRepeating?(reference: string, signal: AbortSignal): Promise<AttemptResult>;
}

/**
 * A message to a recipient, like an alarm about up to five requests. The others are alerts, test rings, and messages
 * about new devices, cancellations, and deletions.
 */
export interface PagingMessage {
  /**
   * Stays the same if the same alarm is sent again, for example after a crash. After an accepted alarm, the next one
   * has another ID.
   */
  id: string;
  /** The event's name for programs: "emergency", "request", "test", "canceled", "paired", or the name of an alert. */
  event: string;
  /** Whether the message should ring through Do Not Disturb. */
  isUrgent: boolean;
  text: string;
  requests: readonly AlarmRequest[];
  /** How many other requests wait. If any do, the text ends by saying how many. */
  waiting: number;
  at: Date;
}

/** A request in an alarm. Without details, the alarm contains nothing that the visitor typed. */
export type AlarmRequest = Partial<ReturnType<typeof extractDetails>> &
  Record<'reference' | 'service' | 'takeUrl' | 'takePostUrl' | 'takeToken', string>;

interface NamedRequest {
  reference: string;
  fields: ContactRequest;
  language: Language;
  takeTokens: TakeTokens;
}

interface AlarmContext extends Pick<PagingMessage, 'id' | 'at' | 'waiting'> {
  hasDetails: boolean;
  /** The site's URL. The links open its Dispatch. */
  siteUrl: string;
  /** The origin of the endpoints, on this server or on Supabase, for the button in a paging app. */
  origin: string;
}

export function composeAlarm(
  named: readonly NamedRequest[],
  { hasDetails, siteUrl, origin, ...alarm }: AlarmContext,
): PagingMessage {
  const requests = named.map((request) => {
    const { reference, fields, takeTokens } = request;
    return {
      reference,
      service: formatServiceName(fields.service),
      ...(hasDetails ? extractDetails(request) : {}),
      ...createTakeLinks(hasDetails ? takeTokens.withDetails : takeTokens.withoutDetails, {
        siteUrl,
        origin,
      }),
    };
  });
  const lines = requests.map((request) => {
    // Leave out the messages if the alarm has several requests. Otherwise, the text may exceed a service's limit, which
    // cuts off the last links.
    const { summary, referencePart, linkPart } = composeAlarmPieces(
      named.length > 1 ? { ...request, message: '' } : request,
    );
    return summary + referencePart + linkPart;
  });
  const more = formatWaiting(alarm.waiting);
  if (more) {
    lines.push(more);
  }
  const event = named.some(({ fields }) => fields.service === 'emergency') ? 'emergency' : 'request';
  return { ...alarm, event, isUrgent: true, text: lines.join('\n'), requests };
}

/** Returns text like "and 37 more waiting", or an empty string for 0. */
export function formatWaiting(count: number): string {
  return count > 0 ? interpolate(pagingWords.more, { count }) : '';
}

/** Cuts an alarm's text to `length` characters, but never the number of waiting requests. */
export function cutAlarmText({ text, waiting }: PagingMessage, length: number): string {
  if (text.length <= length) {
    return text;
  }
  const more = waiting > 0 ? `\n${formatWaiting(waiting)}` : '';
  // The cut may fall inside a character of two UTF-16 units.
  return text.slice(0, length - more.length).replace(/[\uD800-\uDBFF]$/, '') + more;
}

export function composeAlarmPieces({ service, phone, place, message, reference, takeUrl }: AlarmRequest) {
  const contact = [service, phone, place].filter(Boolean).join(' ');
  return {
    // "EMERGENCY 832-555-0188 Near Katy. No start"
    summary: message ? `${contact}. ${message}` : contact,
    // ". Ref 7KQ2MA"
    referencePart: `. ${interpolate(pagingWords.reference, { reference })}`,
    // ". Taking it: https://…"
    linkPart: `. ${interpolate(pagingWords.taking, { url: takeUrl })}`,
  };
}

/** Extracts an alarm's details from a request: the number to call, a town or map, and the start of the message. */
export function extractDetails({ fields: { phone, message }, language }: Omit<NamedRequest, 'takeTokens'>) {
  const { where, coordinates, map } = words[language].extras.position.lines;
  const lines = message.split(/[\n\r\u2028\u2029]/);
  const hasLabel = (line: string, label: string) => line.startsWith(`${label}: `);
  const place = lines.find((line) => hasLabel(line, where))?.slice(`${where}: `.length);
  const messageLines = lines.filter(
    (line) => ![where, coordinates, map].some((label) => hasLabel(line, label)),
  );
  const tel = createDialLink(phone);
  return {
    tel,
    phone: tel ? formatWithDashes(tel) : shortenForAlarm(phone),
    place: place ? shortenForAlarm(place) : createMapLink(message),
    message: shortenForAlarm(messageLines.join('\n')),
  };
}

/**
 * Returns at most 60 characters of a visitor's text, on one line. Breaks up web and email addresses, which phones would
 * turn into links. A longer text becomes 59 characters and an ellipsis.
 */
export function shortenForAlarm(text: string): string {
  return removeInvisibleCharacters(text)
    .replace(/(?<=\p{L}):(?=\S)|\.(?=\p{L})/gu, '$& ')
    .replace(/[\s/@]+/g, ' ')
    .trim()
    .replace(/^(.{59})..+$/u, '$1…');
}

/** Programs post the token in this header, which keeps it out of logs. */
export const takeTokenHeader = 'Take-Token';

/**
 * The header with a key that identifies the alarm's recipient. If the same recipient presses again, the press succeeds
 * again, but another recipient's press fails. All phones on an ntfy topic send the same key.
 */
export const takeKeyHeader = 'Take-Key';

/**
 * Creates the links for taking a request. `takeUrl` opens Dispatch, and browsers don't send its fragment. A program
 * posts to `takePostUrl`, with the token in the header.
 */
function createTakeLinks(takeToken: string, { siteUrl, origin }: { siteUrl: string; origin: string }) {
  return {
    takeUrl: `${siteUrl}${dispatchPagePath}#take=${takeToken}`,
    takePostUrl: `${origin}${takePath}`,
    takeToken,
  };
}
