import { business } from '../../content/business.ts';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import { fieldsIn, labeledLines, languageName, serviceInWords, whenAndHow } from '../mail/message.ts';
import { localTime, pluralize, stripControlCharacters } from '../mail/text.ts';
import type { ListedDelivery, ListedRequest } from '../store/list-requests.ts';

/** Maximum lines per list: more would push the other lists off the screen. */
const mostLines = 50;

/** Unsent requests, permanently refused ones, and the latest finished ones. */
export function overview(unsent: readonly ListedRequest[], finished: readonly ListedRequest[]): string {
  const isRefused = ({ deliveries }: ListedRequest) => deliveries.some(({ state }) => state === 'refused');
  const refused = unsent.filter(isRefused);
  const waiting = unsent.filter((request) => !isRefused(request));
  const count = ({ length }: readonly ListedRequest[]) => pluralize(length, mailWords.requests);
  return [
    waiting.length > 0
      ? list(`Not emailed yet, or not to every address: ${count(waiting)}`, waiting)
      : 'No requests are waiting to be emailed.',
    ...(refused.length > 0
      ? [
          list(
            `REFUSED BY YOUR MAIL SERVER: ${count(refused)}. Fix the mailbox; they are retried daily and at a start`,
            refused,
          ),
        ]
      : []),
    finished.length > 0 ? list('Emailed or done recently', finished) : 'No request has been emailed yet.',
    'To see one in full: npm run requests -- REFERENCE. For more commands: npm run requests -- --help',
  ].join('\n\n');
}

function list(title: string, requests: readonly ListedRequest[]): string {
  const left = requests.length - mostLines;
  return [
    `${title}:`,
    ...requests.slice(0, mostLines).map(line),
    ...(left > 0 ? [`  and ${left} more: npm run requests -- --csv FILE has them all`] : []),
  ].join('\n');
}

/** "  7KQ2MA  Nov 30, 9:05 PM  EMERGENCY  Ana, 832-555-0188" */
function line({ reference, receivedAt, fields, honeypotFilled }: ListedRequest): string {
  const service = serviceInWords(fields.service).padEnd(widestService);
  const columns = [reference, shortTime.format(receivedAt).padEnd(16), service, headline(fields)];
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
export function oneInFull(request: ListedRequest): string {
  const { reference, fields, otherFields, language, receivedAt, honeypotFilled } = request;
  return [
    `${reference} · ${serviceInWords(fields.service)}`,
    ...(honeypotFilled ? [mailWords.spam] : []),
    headline(fields),
    whenAndHow(language, receivedAt, receivedAt),
    ...labeledLines(fields, 'service'),
    ...Object.entries(otherFields).map(([name, value]) => `${name}: ${stripControlCharacters(value)}`),
    '',
    ...fieldsIn(fields, 'text').map(({ value }) => value),
    '',
    ...statusOf(request),
  ].join('\n');
}

function headline(fields: ListedRequest['fields']): string {
  return fieldsIn(fields, 'headline')
    .map(({ value }) => value)
    .join(', ');
}

/** A sentence for each address. */
function statusOf({ doneAt, deliveries }: ListedRequest): string[] {
  const sentences: Record<ListedDelivery['state'], (delivery: ListedDelivery) => string> = {
    pending: ({ result }) => `Not emailed yet.${result ? ` The last attempt ended with: ${result}.` : ''}`,
    sending: () => 'It is being emailed right now.',
    filed: () => 'Not emailed yet, only written to a file: neither SMTP_URL nor MAIL_API_KEY was set.',
    refused: ({ result }) =>
      `Not emailed: your mail server permanently refused it (${result}). It is retried daily.`,
    sent: ({ deliveredAt }) => `Emailed on ${localTime(deliveredAt ?? new Date(0))}.`,
    closed: () => 'Not sent any more.',
  };
  return [
    ...deliveries.map((delivery) => `${delivery.recipient}: ${sentences[delivery.state](delivery)}`),
    ...(doneAt ? [`You marked it as done on ${localTime(doneAt)}.`] : []),
  ];
}

/** A table for a spreadsheet (RFC 4180, with the byte order mark by which Excel recognizes UTF-8). */
export function asCsv(requests: readonly ListedRequest[]): string {
  const rows = requests.map(({ reference, receivedAt, doneAt, deliveries, language, ...request }) => [
    reference,
    receivedAt.toISOString(),
    doneAt ? 'done' : [...new Set(deliveries.map(({ state }) => state))].join(' '),
    deliveries.find(({ deliveredAt }) => deliveredAt)?.deliveredAt?.toISOString() ?? '',
    languageName(language),
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
