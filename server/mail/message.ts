import { html } from 'hono/html';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import { type ContactField, type FieldName, fieldNames, fieldOf } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { isPlainEmail } from '../setting-schemas.ts';
import type { StoredRequest } from '../store/stored-request.ts';
import { dialLink } from './dial-link.ts';
import { delay, localTime, mapOfPosition, quoted, stripControlCharacters } from './text.ts';
import type { Email } from './transport.ts';

/** What an email says of its request. */
type MailedRequest = Omit<StoredRequest, 'requestId'> & { possibleDuplicate: boolean };

/** Composes a request's email. Of the visitor's input, only digits and a plain email address reach a header. */
export function composeMessage(
  request: MailedRequest,
  { from, to }: { from: string; to: readonly string[] },
  now: Date,
): Email {
  const { reference, receivedAt, fields, honeypotFilled } = request;
  const isUrgent = fields.service === 'emergency' && !honeypotFilled;
  const rows = rowsOf(request, now);
  return {
    reference,
    from: { name: mailWords.sender, address: from },
    to: [...to],
    replyTo: isPlainEmail(fields.email) ? fields.email : undefined,
    subject: subjectOf(request),
    messageId: `<${reference}.${receivedAt.getTime()}@${from.split('@')[1]}>`,
    date: now,
    headers: {
      // RFC 3834: stops out-of-office replies from going to the visitor.
      'Auto-Submitted': 'auto-generated',
      ...(isUrgent ? { Importance: 'high', 'X-Priority': '1' } : {}),
    },
    xMailer: false,
    text: textOf(rows),
    html: htmlOf(rows, reference),
  };
}

/**
 * "EMERGENCY · 832-555-0188 · Spanish · 7KQ2MA": what a lock screen shows at 3 a.m. Spam names no service:
 * a phone's alarm for emergencies must not ring.
 */
function subjectOf({ fields, language, reference, honeypotFilled }: MailedRequest): string {
  const what = honeypotFilled ? mailWords.spamSubject : serviceInWords(fields.service);
  const call = dialLink(fields.phone);
  const parts = [what, call && withDashes(call), languageNames.of(language), reference];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** A service that has been removed since is shown as it was stored. */
export function serviceInWords(service: ContactRequest['service']): string {
  return service === 'emergency' ? mailWords.emergency : (en.form.services[service] ?? service);
}

/** "832-555-0188". Any other number stays plain digits. */
export function withDashes(call: string): string {
  return call.replace('tel:', '').replace(/^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}

const languageNames = new Intl.DisplayNames('en-US', { type: 'language' });

/** A part of the email as text and as HTML. */
interface Row {
  text: string;
  html: ReturnType<typeof html>;
}

/**
 * Name and number first: phones preview this line in the list of emails. What a visitor wrote is quoted or
 * follows a label, so that no line of it can pass for one of ours.
 */
export function rowsOf(request: MailedRequest, now: Date): Row[] {
  const { fields, language, receivedAt, possibleDuplicate, honeypotFilled } = request;
  const time = delay(receivedAt, now);
  const late = time ? ` · ${interpolate(mailWords.delayed, { time })}` : '';
  const when = `${languageNames.of(language)}, ${localTime(receivedAt)}${late}`;
  const call = dialLink(fields.phone);
  const first = valuesIn(fields, 'headline')
    .map(([name, value]) => (name === 'phone' ? withNumber(value, call) : quoted(value)))
    .join(', ');
  const origin = { business: business.name, phone: printedPhone(business.phone) };
  return [
    ...(possibleDuplicate ? [lines(mailWords.possibleDuplicate)] : []),
    ...(honeypotFilled ? [lines(mailWords.spam)] : []),
    { text: `${first}\n${when}`, html: html`<p><b>${first}</b><br>${when}</p>` },
    tapsOf(request, call),
    ...valuesIn(fields, 'text').map(([, value]) => ({
      text: value.replaceAll(/^/gm, '> '),
      html: html`<p class="message" dir="auto">${value}</p>`,
    })),
    lines(...labeledValues(request)),
    lines(interpolate(mailWords.origin, origin)),
  ];
}

function lines(...texts: string[]): Row {
  return { text: texts.join('\n'), html: html`<p>${texts.map((text) => html`${text}<br>`)}</p>` };
}

/** The visitor's own text, after the number where phones would not find that in it. */
function withNumber(typed: string, call: string | undefined): string {
  const isFound = call === undefined || call === `tel:${typed.replace(/[\s().-]/g, '')}`;
  return isFound ? typed : `${withDashes(call)} (${typed})`;
}

/** Buttons. Text has only the map: phones make links of numbers by themselves. */
function tapsOf({ fields, language, reference }: MailedRequest, call: string | undefined): Row {
  const answer = interpolate(mailWords.textMessage[language], { business: business.name, reference });
  const links = {
    call,
    // "?&" works on both systems: iOS parses what follows "&", Android what follows "?".
    text: call && `${call.replace('tel:', 'sms:')}?&body=${encodeURIComponent(answer)}`,
    map: mapOfPosition(fields.message),
  };
  const buttons = (['call', 'text', 'map'] as const)
    .filter((name) => links[name] !== undefined)
    .map((name) => html`<a class="tap" href="${links[name]}">${mailWords.tap[name]}</a> `);
  return { text: links.map ? `${mailWords.tap.map}: ${links.map}` : '', html: html`<p>${buttons}</p>` };
}

/** "Email: ana@example.com", with the fields of other versions of the contract. */
function labeledValues({ fields, otherFields, reference }: MailedRequest): string[] {
  return [
    ...valuesIn(fields, 'line').map(([name, value]) => {
      return `${en.form.labels[name]}: ${name === 'service' ? (en.form.services[fields.service] ?? value) : value}`;
    }),
    ...Object.entries(otherFields).map(([name, value]) => `${name}: ${stripControlCharacters(value)}`),
    `${mailWords.reference}: ${reference}`,
  ];
}

/** The fields that an email shows in a place (contract/contact-fields.ts), without what cannot be seen. */
function valuesIn(fields: ContactRequest, place: ContactField['mail']): [FieldName, string][] {
  return fieldNames
    .filter((name) => fieldOf(name).mail === place && fields[name] !== '')
    .map((name) => [name, stripControlCharacters(fields[name])]);
}

export function textOf(rows: readonly Row[]): string {
  const texts = rows.map(({ text }) => text).filter((text) => text !== '');
  return texts.join('\n\n');
}

function htmlOf(rows: readonly Row[], title: string): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body { font: 18px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 0 auto; padding: 16px }
.tap { display: inline-block; margin: 0 8px 8px 0; padding: 12px 20px; border: 2px solid; border-radius: 8px; font-weight: bold }
.message { white-space: pre-wrap; unicode-bidi: plaintext; overflow-wrap: anywhere; border-left: 4px solid #888; padding-left: 12px }
</style>
</head>
<body>
${rows.map((row) => row.html)}
</body>
</html>
`);
}
