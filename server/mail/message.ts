import { html } from 'hono/html';
import * as v from 'valibot';
import { business } from '../../content/business.ts';
import type { Hours } from '../../content/hours.ts';
import { interpolate } from '../../content/interpolate.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { shopHoursIn } from '../../content/shop-hours.ts';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import { siteNowWords } from '../../content/words/site-now.ts';
import { type ContactField, type FieldName, fieldNames, fieldOf } from '../../contract/contact-fields.ts';
import { dispatchPage } from '../../contract/dispatch.ts';
import { isEmergency } from '../requests/emergency.ts';
import type { StoredRequest } from '../requests/stored-request.ts';
import * as schemas from '../settings/schemas.ts';
import { dialLink, withDashes } from '../text/dial-link.ts';
import {
  delay,
  localTime,
  mapOfPosition,
  quoted,
  serviceInWords,
  serviceLabel,
  stripControlCharacters,
} from '../text/text.ts';
import { emailPage } from './email-page.ts';
import type { Email } from './transport.ts';

/** What an email says of its request. */
type MailedRequest = Omit<StoredRequest, 'requestId'> & {
  possibleDuplicate: boolean;
  /** Default: those of the content. */
  shopHours?: readonly Hours[] | undefined;
};

/** Composes a request's email. Of the visitor's input, only digits and a plain email address reach a header. */
export function composeMessage(
  request: MailedRequest,
  { from, to, siteUrl }: { from: string; to: readonly string[]; siteUrl?: string | undefined },
  now: Date,
): Email {
  const { reference, receivedAt, fields, honeypotFilled } = request;
  const isUrgent = isEmergency(fields, honeypotFilled);
  // Without a secret: only a paired phone shows what is behind it.
  const dispatchLink = siteUrl && `${siteUrl}${dispatchPage}#open=${reference}`;
  const paragraphs = paragraphsOf(request, now, dispatchLink);
  return {
    reference,
    from: { name: mailWords.sender, address: from },
    to: [...to],
    replyTo: v.is(schemas.email, fields.email) ? fields.email : undefined,
    subject: subjectOf(request),
    messageId: `<${reference}.${receivedAt.getTime()}@${from.split('@')[1]}>`,
    date: now,
    headers: {
      // RFC 3834: stops out-of-office replies from going to the visitor.
      'Auto-Submitted': 'auto-generated',
      ...(isUrgent ? { Importance: 'high', 'X-Priority': '1' } : {}),
    },
    text: textOf(paragraphs),
    html: htmlOf(paragraphs, request, dispatchLink),
  };
}

/**
 * "EMERGENCY · 832-555-0188 · Spanish · 7KQ2MA": what a lock screen shows at 3 a.m. Probable spam names no service:
 * a phone's alarm for emergencies must not ring.
 */
function subjectOf({ fields, language, reference, honeypotFilled }: MailedRequest): string {
  const isProbablySpam = honeypotFilled && !isEmergency(fields, honeypotFilled);
  const mark = honeypotFilled ? [mailWords.spamSubject] : [];
  const what = [...mark, ...(isProbablySpam ? [] : [serviceInWords(fields.service)])].join(' ');
  const call = dialLink(fields.phone);
  const parts = [what, call && withDashes(call), languageNames.of(language), reference];
  return parts.filter((part) => part !== undefined).join(' · ');
}

const languageNames = new Intl.DisplayNames('en-US', { type: 'language' });

interface Paragraph {
  text: string;
  /** `message`: a visitor's own. No line of it may pass for one of ours: it is quoted, or has a border. */
  kind?: 'headline' | 'message';
}

/**
 * Name and number first: phones preview this line in the list of emails. No link in it may act for whoever has it,
 * because a reply quotes the email to the visitor.
 */
export function paragraphsOf(request: MailedRequest, now: Date, dispatchLink?: string): Paragraph[] {
  const { fields, language, reference, receivedAt, possibleDuplicate, honeypotFilled } = request;
  const headline = valuesIn(fields, 'headline').map(([name, value]) =>
    name === 'phone' ? withNumber(value) : quoted(value),
  );
  const time = delay(receivedAt, now);
  const late = time ? ` · ${interpolate(mailWords.delayed, { time })}` : '';
  const when = `${languageNames.of(language)}, ${localTime(receivedAt)}${late}`;
  const map = mapOfPosition(fields.message);
  const service = serviceLabel(fields.service);
  const lines = [
    ...(map ? [`${mailWords.tap.map}: ${map}`] : []),
    ...valuesIn({ ...fields, service }, 'line').map(([name, value]) => `${en.form.labels[name]}: ${value}`),
    `${mailWords.reference}: ${reference}`,
    ...(dispatchLink ? [`${mailWords.tap.dispatch}: ${dispatchLink}`] : []),
  ];
  return [
    ...(possibleDuplicate ? [{ text: mailWords.possibleDuplicate }] : []),
    ...(honeypotFilled ? [{ text: spamWarning(fields) }] : []),
    { text: `${headline.join(', ')}\n${when}`, kind: 'headline' },
    ...valuesIn(fields, 'text').map(([, text]) => ({ text, kind: 'message' as const })),
    { text: lines.join('\n') },
    ...hoursParagraphs(request),
    { text: interpolate(mailWords.origin, { business: business.name, phone: printedPhone(business.phone) }) },
  ];
}

/** What the site tells a visitor who isn't in an emergency, so that the owner knows what was promised. */
function hoursParagraphs({ fields, honeypotFilled, shopHours }: MailedRequest): Paragraph[] {
  const said = isEmergency(fields, honeypotFilled) ? [] : shopHoursIn('en', shopHours);
  return said.length === 0 ? [] : [{ text: `${siteNowWords.en.shopHours.label}: ${said.join('. ')}` }];
}

function spamWarning(fields: MailedRequest['fields']): string {
  return isEmergency(fields, true) ? mailWords.markedEmergency : mailWords.spam;
}

/** The visitor's own text, after the number where phones would not find that in it. */
function withNumber(typed: string): string {
  const call = dialLink(typed);
  const isFound = call === undefined || call === `tel:${typed.replace(/[\s().-]/g, '')}`;
  return isFound ? typed : `${withDashes(call)} (${typed})`;
}

/** The fields that an email shows in a place (contract/contact-fields.ts), without what cannot be seen. */
function valuesIn(fields: Record<FieldName, string>, place: ContactField['mail']): [FieldName, string][] {
  return fieldNames
    .filter((name) => fieldOf(name).mail === place && fields[name] !== '')
    .map((name) => [name, stripControlCharacters(fields[name])]);
}

export function textOf(paragraphs: readonly Paragraph[]): string {
  const quote = ({ text, kind }: Paragraph) => (kind === 'message' ? text.replaceAll(/^/gm, '> ') : text);
  return paragraphs.map(quote).join('\n\n');
}

function htmlOf(
  paragraphs: readonly Paragraph[],
  { fields, language, reference }: MailedRequest,
  dispatchLink: string | undefined,
): string {
  const call = dialLink(fields.phone);
  const answer = interpolate(mailWords.textMessage[language], { business: business.name, reference });
  const links = {
    call,
    // "?&" works on both systems: iOS parses what follows "&", Android what follows "?".
    text: call && `${call.replace('tel:', 'sms:')}?&body=${encodeURIComponent(answer)}`,
    map: mapOfPosition(fields.message),
    dispatch: dispatchLink,
  };
  const taps = (['call', 'text', 'map', 'dispatch'] as const)
    .filter((name) => links[name] !== undefined)
    .map((name) => html`<a class="tap" href="${links[name]}">${mailWords.tap[name]}</a>\n`);
  return emailPage({
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
