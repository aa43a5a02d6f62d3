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
import type { StoredRequest } from '../store/stored-request.ts';
import { dialLink, isFoundIn } from './dial-link.ts';
import { mapOfPosition } from './find-position.ts';
import { delay, localTime, quoted, quotedLines, stripControlCharacters } from './text.ts';
import type { Email, EmailParts } from './transport.ts';

export interface MailAddresses {
  from: string;
  to: readonly string[];
}

/** What an email says of its request. */
type MailedRequest = Omit<StoredRequest, 'requestId'> & { possibleDuplicate: boolean };

/**
 * Composes a request's email. Of the visitor's input, only digits and a plain email address reach a header.
 */
export async function composeMessage(
  request: MailedRequest,
  addresses: MailAddresses,
  now: Date,
): Promise<Email> {
  const { reference, fields } = request;
  const replyTo = isPlainEmail(fields.email) ? fields.email : undefined;
  const parts = partsOf(request, replyTo, now);
  return {
    reference,
    from: addresses.from,
    parts,
    partsWithoutReplyTo: replyTo === undefined ? undefined : partsOf(request, undefined, now),
    bytes: await bytesOf(parts, addresses, now),
  };
}

function partsOf(request: MailedRequest, replyTo: string | undefined, now: Date): EmailParts {
  const { reference, receivedAt, fields, honeypotFilled } = request;
  const contents = contentsOf(request, replyTo, now);
  const isUrgent = fields.service === 'emergency' && !honeypotFilled;
  return {
    key: `${reference}.${receivedAt.getTime()}`,
    sender: mailWords.sender,
    subject: subjectOf(request, contents.call),
    replyTo,
    headers: {
      // RFC 3834: stops out-of-office replies from going to the visitor.
      'Auto-Submitted': 'auto-generated',
      ...(isUrgent ? { Importance: 'high', 'X-Priority': '1' } : {}),
    },
    text: textPart(contents),
    html: htmlPart(contents, reference),
  };
}

/** The whole message (RFC 5322). */
async function bytesOf(
  { key, sender, replyTo, ...parts }: EmailParts,
  { from, to }: MailAddresses,
  date: Date,
): Promise<Uint8Array> {
  // Unknown, because in the TypeScript of Supabase's Deno a Buffer is not a Uint8Array.
  const bytes: unknown = await new MailComposer({
    ...parts,
    from: { name: sender, address: from },
    to: to.map((address) => ({ name: '', address })),
    replyTo: replyTo ? { name: '', address: replyTo } : undefined,
    // The same for every attempt and address, so that mailboxes can detect duplicates.
    messageId: `<${key}@${from.split('@')[1]}>`,
    // Of the attempt: filters refuse an email whose date is a week old.
    date,
    // CRLF everywhere, in files too: no server has to interpret bare line feeds.
    newline: '\r\n',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  return bytes as Uint8Array;
}

/**
 * "EMERGENCY · 832-555-0188 · Spanish · 7KQ2MA": what a lock screen shows at 3 a.m. Spam names no service:
 * a phone's alarm for emergencies must not ring.
 */
function subjectOf({ fields, language, reference, honeypotFilled }: MailedRequest, call?: string): string {
  const what = honeypotFilled ? mailWords.spamSubject : serviceInWords(fields.service);
  const parts = [what, call && withDashes(call), languageName(language), reference];
  return parts.filter((part) => part !== undefined).join(' · ');
}

export function serviceInWords(service: ContactRequest['service']): string {
  return service === 'emergency' ? mailWords.emergency : serviceName(service);
}

/** A service that has been removed since is shown as it was stored. */
function serviceName(service: ContactRequest['service']): string {
  return en.form.services[service] ?? service;
}

/** "832-555-0188". Any other number stays plain digits. */
function withDashes(call: string): string {
  return call.replace('tel:', '').replace(/^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}

const languageNames = new Intl.DisplayNames('en-US', { type: 'language' });

export function languageName(language: Language): string {
  return languageNames.of(language) ?? language;
}

type Contents = ReturnType<typeof contentsOf>;

function contentsOf(
  { reference, fields, otherFields, language, receivedAt, ...flags }: MailedRequest,
  replyTo: string | undefined,
  now: Date,
) {
  const texts = fieldsIn(fields, 'text').map(({ value }) => value);
  const call = dialLink(fields.phone);
  return {
    warnings: [
      ...(flags.possibleDuplicate ? [mailWords.possibleDuplicate] : []),
      ...(flags.honeypotFilled ? [mailWords.spam] : []),
    ],
    headline: fieldsIn(fields, 'headline').map(({ name, value }) =>
      name === 'phone' ? { phone: withNumber(value, call) } : { words: quoted(value) },
    ),
    call,
    taps: { call, text: call && textLink(call, language, reference), map: mapOfPosition(texts.join('\n')) },
    when: whenAndHow(language, receivedAt, now),
    texts,
    lines: [
      ...labeledLines(fields),
      ...Object.entries(otherFields).map(([name, value]) => `${name}: ${stripControlCharacters(value)}`),
      `${mailWords.reference}: ${reference}`,
    ],
    notes: replyTo ? [mailWords.reply, origin] : [origin],
  };
}

/** "Spanish, Monday, November 30, 2026 at 9:05 PM CST · Delayed 2 h" */
export function whenAndHow(language: Language, receivedAt: Date, now: Date): string {
  const time = delay(receivedAt, now);
  const late = time ? ` · ${interpolate(mailWords.delayed, { time })}` : '';
  return `${languageName(language)}, ${localTime(receivedAt)}${late}`;
}

/** "Email: ana@example.com", and the service in words. */
export function labeledLines(fields: ContactRequest, leftOut?: FieldName): string[] {
  return fieldsIn(fields, 'line')
    .filter(({ name }) => name !== leftOut)
    .map(({ name, value }) => {
      return `${en.form.labels[name]}: ${name === 'service' ? serviceName(fields.service) : value}`;
    });
}

/** The fields that an email shows in a place (contract/contact-fields.ts), without what cannot be seen. */
export function fieldsIn(
  fields: ContactRequest,
  place: ContactField['mail'],
): { name: FieldName; value: string }[] {
  return fieldNames
    .filter((name) => fieldOf(name).mail === place && fields[name] !== '')
    .map((name) => ({ name, value: stripControlCharacters(fields[name]) }));
}

/** The visitor's own text, after the number where phones would not find that in it. */
function withNumber(typed: string, call: string | undefined): string {
  return call === undefined || isFoundIn(typed, call) ? typed : `${withDashes(call)} (${typed})`;
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
  const isLinked = texts.some((text) => text.includes(taps.map ?? ''));
  return [
    ...warnings,
    headline.map(({ phone, words }) => phone ?? words).join(', '),
    when,
    '',
    ...texts.map(quotedLines),
    '',
    ...(isLinked ? [] : [`${mailWords.tap.map}: ${taps.map}`]),
    ...lines,
    '',
    ...notes,
  ].join('\n');
}

function htmlPart(
  { warnings, headline, call, taps, when, texts, lines, notes }: Contents,
  title: string,
): string {
  const number = (phone: string) =>
    call ? html`<a class="call" href="${call}">${phone}</a>` : html`<b>${phone}</b>`;
  const first = headline.map(({ phone, words }) => (phone === undefined ? html`${words}` : number(phone)));
  const links = (['call', 'text', 'map'] as const)
    .filter((name) => taps[name] !== undefined)
    .map((name) => html`<a class="tap" href="${taps[name]}">${mailWords.tap[name]}</a> `);
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body { font: 18px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 0 auto; padding: 16px }
.call { display: inline-block; font-size: 24px; font-weight: bold; padding: 8px 0 }
.tap { display: inline-block; margin: 0 8px 8px 0; padding: 12px 20px; border: 2px solid; border-radius: 8px; font-weight: bold }
.message { white-space: pre-wrap; unicode-bidi: plaintext; overflow-wrap: anywhere; border-left: 4px solid #888; padding-left: 12px }
</style>
</head>
<body>
${warnings.map((warning) => html`<p><b>${warning}</b></p>\n`)}<p>${first.flatMap((part, index) => (index > 0 ? [', ', part] : [part]))}<br>${when}</p>
${links.length > 0 ? html`<p>${links}</p>\n` : ''}${texts.map((text) => html`<p class="message" dir="auto">${text}</p>\n`)}<p>${lines.map((line) => html`${line}<br>`)}</p>
${notes.map((note) => html`<p>${note}</p>`)}
</body>
</html>
`);
}
