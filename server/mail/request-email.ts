import { html } from 'hono/html';
import * as v from 'valibot';
import { business } from '../../content/business.ts';
import type { Hours } from '../../content/hours.ts';
import { interpolate } from '../../content/interpolate.ts';
import { formatPhone } from '../../content/phone-number.ts';
import { formatShopHours } from '../../content/shop-hours.ts';
import { mailWords, words } from '../../content/words/index.ts';
import { type ContactField, type FieldName, fieldNames, getField } from '../../contract/contact-fields.ts';
import { dispatchPagePath } from '../../contract/dispatch.ts';
import { isEmergency } from '../requests/emergency.ts';
import type { StoredRequest } from '../requests/stored-request.ts';
import * as schemas from '../settings/schemas.ts';
import { createDialLink, formatWithDashes } from '../text/dial-link.ts';
import {
  createMapLink,
  createSmsLink,
  findServiceLabel,
  formatDelay,
  formatLocalTime,
  formatServiceName,
  quote,
  removeInvisibleCharacters,
} from '../text/text.ts';
import { renderEmailPage } from './email-page.ts';
import type { OutgoingEmail } from './transport.ts';

const { en } = words;

/** The request that an email is about. */
type MailedRequest = Omit<StoredRequest, 'requestId'> & {
  possibleDuplicate: boolean;
  /** Default: the hours in content/. */
  shopHours?: readonly Hours[] | undefined;
};

/** Composes a request's email. The headers contain only digits and a plain email address from the visitor's input. */
export function composeRequestEmail(
  request: MailedRequest,
  { from, to, siteUrl }: { from: string; to: readonly string[]; siteUrl?: string | undefined },
  now: Date,
): OutgoingEmail {
  const { reference, receivedAt, fields, honeypotFilled } = request;
  const isUrgent = isEmergency(fields, honeypotFilled);
  // The link contains no secret, because only a paired device shows the request.
  const dispatchLink = siteUrl && `${siteUrl}${dispatchPagePath}#open=${reference}`;
  const paragraphs = composeParagraphs(request, now, dispatchLink);
  return {
    reference,
    from: { name: mailWords.sender, address: from },
    to: [...to],
    replyTo: v.is(schemas.email, fields.email) ? fields.email : undefined,
    subject: composeSubject(request),
    messageId: `<${reference}.${receivedAt.getTime()}@${from.split('@')[1]}>`,
    date: now,
    headers: {
      // RFC 3834: stops out-of-office replies from going to the visitor.
      'Auto-Submitted': 'auto-generated',
      ...(isUrgent ? { Importance: 'high', 'X-Priority': '1' } : {}),
    },
    text: renderText(paragraphs),
    html: renderHtml(paragraphs, request, dispatchLink),
  };
}

/**
 * Composes a subject like "EMERGENCY · 832-555-0188 · Spanish · 7KQ2MA" for a lock screen at 3 a.m. The subject of
 * probable spam omits the service, so that mail rules on the owner's phone that match "EMERGENCY" don't fire.
 */
function composeSubject({ fields, language, reference, honeypotFilled }: MailedRequest): string {
  const isProbableSpam = honeypotFilled && !isEmergency(fields, honeypotFilled);
  const spamMark = honeypotFilled ? [mailWords.spamSubject] : [];
  const kind = [...spamMark, ...(isProbableSpam ? [] : [formatServiceName(fields.service)])].join(' ');
  const dialLink = createDialLink(fields.phone);
  const parts = [kind, dialLink && formatWithDashes(dialLink), languageNames.of(language), reference];
  return parts.filter((part) => part !== undefined).join(' · ');
}

const languageNames = new Intl.DisplayNames('en-US', { type: 'language' });

interface Paragraph {
  text: string;
  /** A `message` is a visitor's own text, quoted or with a border, so that no line can pass as ours. */
  kind?: 'headline' | 'message';
}

/**
 * Composes an email's paragraphs. The name and number come first, after any note about a repeat or spam,
 * because phones preview this line in the list of emails. No link may change the request without a paired device,
 * because a reply may quote the email to the visitor.
 */
export function composeParagraphs(request: MailedRequest, now: Date, dispatchLink?: string): Paragraph[] {
  const { fields, language, reference, receivedAt, possibleDuplicate, honeypotFilled } = request;
  const headline = getFilledFields(fields, 'headline').map(([name, value]) =>
    name === 'phone' ? prependNumber(value) : quote(value),
  );
  const time = formatDelay(receivedAt, now);
  const delay = time ? ` · ${interpolate(mailWords.delayed, { time })}` : '';
  const languageAndTime = `${languageNames.of(language)}, ${formatLocalTime(receivedAt)}${delay}`;
  const map = createMapLink(fields.message);
  const service = findServiceLabel(fields.service);
  const lines = [
    ...(map ? [`${mailWords.tap.map}: ${map}`] : []),
    ...getFilledFields({ ...fields, service }, 'line').map(
      ([name, value]) => `${en.form.labels[name]}: ${value}`,
    ),
    `${mailWords.reference}: ${reference}`,
    ...(dispatchLink ? [`${mailWords.tap.dispatch}: ${dispatchLink}`] : []),
  ];
  return [
    ...(possibleDuplicate ? [{ text: mailWords.possibleDuplicate }] : []),
    ...(honeypotFilled ? [{ text: composeSpamWarning(fields) }] : []),
    { text: `${headline.join(', ')}\n${languageAndTime}`, kind: 'headline' },
    ...getFilledFields(fields, 'text').map(([, text]) => ({ text, kind: 'message' as const })),
    { text: lines.join('\n') },
    ...composeHours(request),
    { text: interpolate(mailWords.origin, { business: business.name, phone: formatPhone(business.phone) }) },
  ];
}

/** Repeats the shop hours, except in an emergency, so that the owner knows what the site promised. */
function composeHours({ fields, honeypotFilled, shopHours }: MailedRequest): Paragraph[] {
  const hours = isEmergency(fields, honeypotFilled) ? [] : formatShopHours('en', shopHours);
  return hours.length === 0 ? [] : [{ text: `${words.en.siteNow.shopHours.label}: ${hours.join('. ')}` }];
}

function composeSpamWarning(fields: MailedRequest['fields']): string {
  return isEmergency(fields, true) ? mailWords.markedEmergency : mailWords.spam;
}

/** Puts the number before the visitor's own text if phones wouldn't find it there. */
function prependNumber(typed: string): string {
  const dialLink = createDialLink(typed);
  const isFound = dialLink === undefined || dialLink === `tel:${typed.replace(/[\s().-]/g, '')}`;
  return isFound ? typed : `${formatWithDashes(dialLink)} (${typed})`;
}

/** Returns the filled-in fields whose `mail` is `place` (contract/contact-fields.ts), without invisible characters. */
function getFilledFields(
  fields: Record<FieldName, string>,
  place: ContactField['mail'],
): [FieldName, string][] {
  return fieldNames
    .filter((name) => getField(name).mail === place && fields[name] !== '')
    .map((name) => [name, removeInvisibleCharacters(fields[name])]);
}

export function renderText(paragraphs: readonly Paragraph[]): string {
  const render = ({ text, kind }: Paragraph) => (kind === 'message' ? text.replaceAll(/^/gm, '> ') : text);
  return paragraphs.map(render).join('\n\n');
}

function renderHtml(
  paragraphs: readonly Paragraph[],
  { fields, language, reference }: MailedRequest,
  dispatchLink: string | undefined,
): string {
  const call = createDialLink(fields.phone);
  const links = {
    call,
    text: call && createSmsLink(call, language, reference),
    map: createMapLink(fields.message),
    dispatch: dispatchLink,
  };
  const taps = (['call', 'text', 'map', 'dispatch'] as const)
    .filter((name) => links[name] !== undefined)
    .map((name) => html`<a class="tap" href="${links[name]}">${mailWords.tap[name]}</a>\n`);
  return renderEmailPage({
    title: reference,
    styles: requestStyles,
    content: paragraphs.map(
      ({ text, kind = 'note' }) =>
        html`<p class="${kind}" dir="${kind === 'message' ? 'auto' : 'ltr'}">${text}</p>\n${kind === 'headline' ? taps : ''}`,
    ),
  });
}

const requestStyles = `.tap { display: inline-block; margin: 0 8px 8px 0; padding: 12px 20px; border: 2px solid; border-radius: 8px; font-weight: bold }
.message { unicode-bidi: plaintext; border-left: 4px solid #888; padding-left: 12px }
`;
