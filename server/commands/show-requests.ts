import { business } from '../../content/business.ts';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import { fieldsIn, labeledLines, languageName, serviceInWords, whenAndHow } from '../mail/message.ts';
import { localTime, pluralize, stripControlCharacters } from '../mail/text.ts';
import { markedDone, type StoredRequest } from '../store/request-store.ts';

/** Maximum lines per list: more would push the other lists off the screen. */
const mostLines = 50;

/** Unsent requests, permanently refused ones, and the latest sent. */
export function overview(unsent: readonly StoredRequest[], sent: readonly StoredRequest[]): string {
  const dead = unsent.filter(({ state }) => state === 'dead_lettered');
  const others = unsent.filter(({ state }) => state !== 'dead_lettered');
  const waiting = others.filter(({ deliveredAt }) => !deliveredAt);
  const partly = others.filter(({ deliveredAt }) => deliveredAt);
  return [
    waiting.length > 0
      ? list(`Not emailed yet: ${pluralize(waiting.length, mailWords.requests)}`, waiting)
      : 'No requests are waiting to be emailed.',
    ...(partly.length > 0
      ? [
          list(
            `Emailed, but not yet to every address of MAIL_TO: ${pluralize(partly.length, mailWords.requests)}`,
            partly,
          ),
        ]
      : []),
    ...(dead.length > 0
      ? [
          list(
            `REFUSED BY YOUR MAIL SERVER: ${pluralize(dead.length, mailWords.requests)}. Nobody has read them. Fix the mailbox; they are retried daily and at a start, at most once an hour`,
            dead,
          ),
        ]
      : []),
    sent.length > 0 ? list('Emailed or done recently', sent) : 'No request has been emailed yet.',
    'To see one in full: npm run requests -- REFERENCE. For more commands: npm run requests -- --help',
  ].join('\n\n');
}

function list(title: string, requests: readonly StoredRequest[]): string {
  const left = requests.length - mostLines;
  return [
    `${title}:`,
    ...requests.slice(0, mostLines).map(line),
    ...(left > 0 ? [`  and ${left} more: npm run requests -- --csv FILE has them all`] : []),
  ].join('\n');
}

/** "  7KQ2MA  Nov 30, 9:05 PM  EMERGENCY  Ana, 832-555-0188" */
function line({ reference, receivedAt, fields, honeypotFilled }: StoredRequest): string {
  const columns = [
    reference,
    shortTime.format(receivedAt).padEnd(16),
    serviceInWords(fields.service).padEnd(widestService),
    headline(fields),
  ];
  return `  ${columns.join('  ')}${honeypotFilled ? '  (probably spam)' : ''}`;
}

const shortTime = new Intl.DateTimeFormat('en-US', {
  timeZone: business.timeZone,
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

const widestService = Math.max(...Object.values(en.form.services).map(({ length }) => length));

/** Everything the visitor wrote, without terminal control characters. */
export function oneInFull(request: StoredRequest): string {
  const { reference, fields, language, receivedAt, honeypotFilled } = request;
  return [
    `${reference} · ${serviceInWords(fields.service)}`,
    ...(honeypotFilled ? [mailWords.spam] : []),
    headline(fields),
    whenAndHow(language, receivedAt, receivedAt),
    ...labeledLines(fields, 'service'),
    '',
    ...fieldsIn(fields, 'text').map(({ value }) => value),
    '',
    statusOf(request),
  ].join('\n');
}

function headline(fields: StoredRequest['fields']): string {
  return fieldsIn(fields, 'headline')
    .map(({ value }) => value)
    .join(', ');
}

function statusOf({ state, deliveredAt, resultCode }: StoredRequest): string {
  const when = deliveredAt ? localTime(deliveredAt) : '';
  const answer = resultCode ? ` The last attempt ended with ${resultCode}.` : '';
  const sentences: Record<StoredRequest['state'], string> = {
    pending: deliveredAt
      ? `Emailed on ${when}, but not yet to every address of MAIL_TO. The others are tried again.`
      : `Not emailed yet.${answer}`,
    sending: 'It is being emailed right now.',
    filed: 'Not emailed yet, only written to a file: neither SMTP_URL nor MAIL_API_KEY was set.',
    dead_lettered: `Not emailed: your mail server permanently refused it (${resultCode}). It is retried daily.`,
    sent: resultCode === markedDone ? `You marked it as done on ${when}.` : `Emailed on ${when}.`,
  };
  return sentences[state];
}

/** A table for a spreadsheet (RFC 4180, with the byte order mark by which Excel recognizes UTF-8). */
export function asCsv(requests: readonly StoredRequest[]): string {
  const rows = requests.map((request) => [
    request.reference,
    request.receivedAt.toISOString(),
    request.state === 'sent' && request.resultCode === markedDone ? 'done' : request.state.replace('_', '-'),
    request.deliveredAt?.toISOString() ?? '',
    languageName(request.language),
    request.honeypotFilled ? 'yes' : '',
    ...fieldNames.map((name) => harmless(stripControlCharacters(request.fields[name]))),
  ]);
  const heads = ['reference', 'received', 'state', 'emailed', 'language', 'probably spam', ...fieldNames];
  return `\ufeff${[heads, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`;
}

/** Disarms text that a spreadsheet would run as a formula. Phone numbers are exempt. */
function harmless(text: string): string {
  return /^[=+\-@\t]/.test(text) && !/^\+[\d\s().-]+$/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
