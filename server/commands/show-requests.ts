import { business } from '../../content/business.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import { paragraphsOf, serviceInWords, textOf } from '../mail/message.ts';
import { localTime, stripControlCharacters } from '../mail/text.ts';
import type { ListedRequest } from '../store/list-requests.ts';
import { emailChannel } from '../store/routes.ts';

const timeZone = business.timeZone;

/** "  7KQ2MA  11/30/26, 9:05 PM  sent  EMERGENCY  Ana, 832-555-0188" */
export function lineOf(request: ListedRequest): string {
  const { reference, receivedAt, fields, honeypotFilled } = request;
  const time = receivedAt.toLocaleString('en-US', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const who = stripControlCharacters(`${fields.name}, ${fields.phone}`);
  const columns = [reference, time, stateOf(request), serviceInWords(fields.service), who];
  return `  ${columns.join('  ')}${honeypotFilled ? '  (probably spam)' : ''}`;
}

/** Of its emails, and whether somebody has taken it. */
function stateOf({ doneAt, takenAt, deliveries }: ListedRequest): string {
  const emails = deliveries.filter(({ channel }) => channel === emailChannel);
  const states = new Set<string>(emails.map(({ state }) => state));
  return doneAt ? 'done' : [...states, ...(takenAt ? ['taken'] : [])].join(', ');
}

/** The text of its email, and a line for each delivery. */
export function oneInFull(request: ListedRequest): string {
  const lines = request.deliveries.map(({ channel, recipient, state, result, deliveredAt }) => {
    const details = [state, result, deliveredAt && localTime(deliveredAt)].filter(Boolean).join(', ');
    return `${channel} to ${recipient}: ${details}`;
  });
  const { takenAt, takenBy } = request;
  const taken = takenAt ? [`Taken${takenBy ? ` by ${takenBy}` : ''} on ${localTime(takenAt)}.`] : [];
  const done = request.doneAt ? [`You marked it as done on ${localTime(request.doneAt)}.`] : [];
  const text = textOf(paragraphsOf({ ...request, possibleDuplicate: false }, request.receivedAt));
  return [text, '', ...lines, ...taken, ...done].join('\n');
}

/** Of each month: how many requests came, by service and by hour of the day, and how fast each was taken. */
export function byMonth(requests: readonly ListedRequest[]): string {
  const real = requests.filter(({ honeypotFilled }) => !honeypotFilled);
  const part = (time: Date, options: object) => time.toLocaleString('en-US', { timeZone, ...options });
  const monthOf = ({ receivedAt }: ListedRequest) => part(receivedAt, { month: 'long', year: 'numeric' });
  const lines = Object.entries(Object.groupBy(real, monthOf)).flatMap(([month, all = []]) => {
    const hours = all.map(({ receivedAt }) => part(receivedAt, { hour: '2-digit', hourCycle: 'h23' }));
    const minutes = all.map(
      (one) => one.takenAt && (one.takenAt.getTime() - one.receivedAt.getTime()) / 60_000,
    );
    const taken = minutes.filter((one) => one !== null).sort((a, b) => a - b);
    return [
      `${month}: ${all.length} requests`,
      `  by service: ${counts(all.map(({ fields }) => serviceInWords(fields.service)))}`,
      `  by hour: ${counts(hours)}`,
      `  taken after minutes: ${taken.map(Math.round).join(', ') || 'none was taken'}`,
    ];
  });
  return lines.join('\n');
}

/** "00: 2, 14: 1" */
function counts(values: readonly string[]): string {
  const groups = Object.entries(Object.groupBy(values, (value) => value));
  return groups
    .map(([value, all = []]) => `${value}: ${all.length}`)
    .sort()
    .join(', ');
}

/** A table for a spreadsheet (RFC 4180, with the byte order mark by which Excel recognizes UTF-8). */
export function asCsv(requests: readonly ListedRequest[]): string {
  const heads = ['reference', 'received', 'state', 'language', 'probably spam', ...fieldNames];
  const rows = requests.map((request) => [
    request.reference,
    request.receivedAt.toISOString(),
    stateOf(request),
    request.language,
    request.honeypotFilled ? 'yes' : '',
    ...fieldNames.map((name) => harmless(stripControlCharacters(request.fields[name]))),
  ]);
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return `\ufeff${[heads, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`;
}

/** Disarms text that a spreadsheet would run as a formula. Phone numbers are exempt. */
function harmless(text: string): string {
  return /^[=+\-@\t]/.test(text) && !/^\+[\d\s().-]+$/.test(text) ? `'${text}` : text;
}
