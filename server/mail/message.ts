import { html } from 'hono/html';
import MailComposer from 'nodemailer/lib/mail-composer';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import { type ContactField, type FieldName, fieldNames, fieldOf } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { isPlainEmail } from '../setting-schemas.ts';
import type { ClaimedRequest } from '../store/request-store.ts';
import { dialLink, readable } from './dial-link.ts';
import { mapOfPosition } from './find-position.ts';
import { delay, localTime, quoted, quotedLines, stripControlCharacters } from './text.ts';
import type { Email, EmailParts } from './transport.ts';

export interface MailAddresses {
  from: string;
  to: readonly string[];
}

/** What an email says of its request. */
type MailedRequest = Pick<
  ClaimedRequest,
  'reference' | 'fields' | 'language' | 'receivedAt' | 'possibleDuplicate' | 'honeypotFilled'
>;

/**
 * Composes a request's email. Of the visitor's input, only digits and a plain email address reach a header.
 */
export async function composeMessage(
  request: MailedRequest,
  { from, to }: MailAddresses,
  now: Date,
): Promise<Email> {
  const { reference, fields, receivedAt } = request;
  const replyTo = isPlainEmail(fields.email) ? fields.email : undefined;
  const contents = contentsOf(request, now);
  const parts: EmailParts = {
    key: `${reference}.${receivedAt.getTime()}`,
    sender: mailWords.sender,
    subject: subjectOf(request),
    replyTo,
    headers: headersOf(fields.service === 'emergency' && !request.honeypotFilled),
    text: textPart(contents),
    html: htmlPart(contents, reference),
  };
  return { reference, from, to, parts, bytes: await bytesOf(parts, { from, to }, receivedAt) };
}

/** The whole message (RFC 5322). In base64 its size is known from the length of its text. */
export async function bytesOf(
  { key, sender, replyTo, ...parts }: EmailParts,
  { from, to }: MailAddresses,
  date: Date,
  textEncoding?: 'base64',
): Promise<Uint8Array> {
  // Unknown, because in the TypeScript of Supabase's Deno a Buffer is not a Uint8Array.
  const bytes: unknown = await new MailComposer({
    ...parts,
    from: { name: sender, address: from },
    to: to.map((address) => ({ name: '', address })),
    replyTo: replyTo ? { name: '', address: replyTo } : undefined,
    // The same for every attempt, so that mailboxes can detect duplicates.
    messageId: `<${key}@${from.split('@')[1]}>`,
    date,
    ...(textEncoding ? { textEncoding } : {}),
    // CRLF everywhere, in files too: no server has to interpret bare line feeds.
    newline: '\r\n',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  return bytes as Uint8Array;
}

/** RFC 3834: `Auto-Submitted` stops out-of-office replies from going to the visitor. */
export function headersOf(isUrgent: boolean): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    ...(isUrgent ? { Importance: 'high', 'X-Priority': '1' } : {}),
  };
}

/** "EMERGENCY · 832-555-0188 · Spanish · 7KQ2MA": what a lock screen shows at 3 a.m. */
function subjectOf({ fields, language, reference, honeypotFilled }: MailedRequest): string {
  const call = dialLink(fields.phone);
  const parts = [serviceInWords(fields.service), call && withDashes(call), languageName(language), reference];
  const subject = parts.filter((part) => part !== undefined).join(' · ');
  return honeypotFilled ? `${mailWords.spamSubject} ${subject}` : subject;
}

/** "832-555-0188". Any other number stays plain digits. */
function withDashes(call: string): string {
  return call.replace('tel:', '').replace(/^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}

export function serviceInWords(service: ContactRequest['service']): string {
  return service === 'emergency' ? mailWords.emergency : en.form.services[service];
}

const languageNames = new Intl.DisplayNames('en-US', { type: 'language' });

export function languageName(language: Language): string {
  return languageNames.of(language) ?? language;
}

/**
 * The field values that an email shows in a place (contract/contact-fields.ts), without control characters.
 */
export function fieldsIn(
  fields: ContactRequest,
  place: ContactField['mail'],
): { name: FieldName; value: string }[] {
  return fieldNames
    .filter((name) => fieldOf(name).mail === place && fields[name] !== '')
    .map((name) => ({ name, value: stripControlCharacters(fields[name]) }));
}

/** "Email: ana@example.com", and the service in words. */
export function labeledLines(fields: ContactRequest, leftOut?: FieldName): string[] {
  return fieldsIn(fields, 'line')
    .filter(({ name }) => name !== leftOut)
    .map(
      ({ name, value }) =>
        `${en.form.labels[name]}: ${name === 'service' ? en.form.services[fields.service] : value}`,
    );
}

/** "Spanish, Monday, November 30, 2026 at 9:05 PM CST · Delayed 2 h" */
export function whenAndHow(language: Language, receivedAt: Date, now: Date): string {
  const time = delay(receivedAt, now);
  const late = time ? ` · ${interpolate(mailWords.delayed, { time })}` : '';
  return `${languageName(language)}, ${localTime(receivedAt)}${late}`;
}

type Contents = ReturnType<typeof contentsOf>;

function contentsOf(
  { reference, fields, language, receivedAt, possibleDuplicate, honeypotFilled }: MailedRequest,
  now: Date,
) {
  const texts = fieldsIn(fields, 'text').map(({ value }) => value);
  const call = dialLink(fields.phone);
  const map = mapOfPosition(texts.join('\n'));
  return {
    warnings: [
      ...(possibleDuplicate ? [mailWords.possibleDuplicate] : []),
      ...(honeypotFilled ? [mailWords.spam] : []),
    ],
    headline: fieldsIn(fields, 'headline').map(({ name, value }) => ({
      name,
      value: name === 'phone' ? withNumber(value, call) : value,
    })),
    call,
    taps: { call, text: call && textLink(call, language, reference), map },
    when: whenAndHow(language, receivedAt, now),
    texts,
    lines: [...labeledLines(fields), `${mailWords.reference}: ${reference}`],
    notes: [mailWords.reply, origin],
  };
}

/** The visitor's own text, after the number where phones would not find one in it. */
function withNumber(typed: string, call: string | undefined): string {
  return call === undefined || readable(typed) === typed ? typed : `${withDashes(call)} (${typed})`;
}

/** "?&" works on both systems: iOS parses what follows "&", Android what follows "?". */
function textLink(call: string, language: Language, reference: string): string {
  const body = interpolate(mailWords.textMessage[language], { business: business.name, reference });
  return `${call.replace('tel:', 'sms:')}?&body=${encodeURIComponent(body)}`;
}

const origin = interpolate(mailWords.origin, {
  business: business.name,
  phone: printedPhone(business.phone),
});

/**
 * Name and number first: phones preview this line in the list of emails. Phones turn the number into a link,
 * and also the map link that the form writes into a message; a position without a map link gets one here.
 * What a visitor wrote is quoted or follows a label, so that no line of it can pass for one of ours.
 */
function textPart({ warnings, headline, taps, when, texts, lines, notes }: Contents): string {
  const first = headline.map(({ name, value }) => (name === 'phone' ? value : quoted(value))).join(', ');
  const isLinked = texts.some((text) => text.includes(taps.map ?? ''));
  const map = isLinked ? [] : [`${mailWords.tap.map}: ${taps.map}`];
  return [...warnings, first, when, '', ...texts.map(quotedLines), '', ...map, ...lines, '', ...notes].join(
    '\n',
  );
}

function htmlPart(parts: Contents, reference: string): string {
  const { warnings, headline, call, taps, when, texts, lines, notes } = parts;
  const linked = headline.map(({ name, value }, index) => {
    const number = call ? html`<a class="call" href="${call}">${value}</a>` : html`<b>${value}</b>`;
    return html`${index > 0 ? ', ' : ''}${name === 'phone' ? number : value}`;
  });
  const links = (['call', 'text', 'map'] as const)
    .filter((name) => taps[name] !== undefined)
    .map((name) => html`<a class="tap" href="${taps[name]}">${mailWords.tap[name]}</a> `);
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${reference}</title>
<style>
body { font: 18px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 0 auto; padding: 16px }
.call { display: inline-block; font-size: 24px; font-weight: bold; padding: 8px 0 }
.tap { display: inline-block; margin: 0 8px 8px 0; padding: 12px 20px; border: 2px solid; border-radius: 8px; font-weight: bold }
.message { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 4px solid #888; padding-left: 12px }
</style>
</head>
<body>
${warnings.map((warning) => html`<p><b>${warning}</b></p>\n`)}<p>${linked}<br>${when}</p>
${links.length > 0 ? html`<p>${links}</p>\n` : ''}${texts.map((text) => html`<p class="message">${text}</p>\n`)}<p>${lines.map((line) => html`${line}<br>`)}</p>
${notes.map((note) => html`<p>${note}</p>`)}
</body>
</html>
`);
}
