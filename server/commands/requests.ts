import { parseArgs } from 'node:util';
import { business } from '../../content/business.ts';
import { composeParagraphs, renderText } from '../mail/request-email.ts';
import { readPaging } from '../paging/recipients.ts';
import { createStopChannels } from '../paging/stop-channels.ts';
import {
  emailChannelName,
  ownerUpdateChannelName,
  pagingChannelName,
  stopOrderChannelName,
} from '../requests/channel-data.ts';
import { formatMonth, type MonthCounts } from '../requests/counts.ts';
import { isEmergency } from '../requests/emergency.ts';
import type { LimitedList, RequestWithDeliveries } from '../requests/listed-requests.ts';
import { divideRetention } from '../requests/retention.ts';
import { openSharedStore } from '../store/store.ts';
import { formatLocalTime, formatServiceName, removeInvisibleCharacters } from '../text/text.ts';
import { createCommand, runAsProgram } from './command.ts';

const help = `Usage: npm run requests -- [OPTION]
With Docker: docker compose exec site node server/commands/requests.ts [OPTION]
Safe while the server runs.

(nothing)                 unsent requests, and the latest requests
--unsent                  all unsent requests, with emergencies first and spam last
REFERENCE                 one request in full, like 7KQ2MA
--send-again REFERENCE…   emails these requests now, even if they were emailed before
--done REFERENCE…         marks these requests as done, so that nothing more is sent
--month                   the last 12 months, with the hours and response times of stored requests`;

/** Maximum requests read at once. Reading more could keep visitors waiting. */
const maxRequestsRead = 5_000;

/** Maximum requests in each of the two lists. */
const maxLines = { unsent: 50, latest: 20 };

const flag = { type: 'boolean' } as const;
const flags = { 'send-again': flag, done: flag, month: flag, unsent: flag } as const;

export const run = createCommand(help, async (args, { mailTo: recipients, dataDir, ...settings }) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: flags });
  const references = positionals.map((name) => name.toUpperCase());
  const [reference] = references;
  const channels = [
    { name: emailChannelName, recipients },
    ...createStopChannels(readPaging(settings), () => undefined),
  ];
  const store = await openSharedStore({ dataDir, ...settings }, channels, () => undefined);
  try {
    if (values.month) {
      const counted = await store.listRequests(maxRequestsRead);
      const omitted = formatOmittedCount(
        await store.countRequests(),
        counted,
        'earlier ones, not included in the details',
      );
      const { store: days } = divideRetention(settings.retentionDays);
      const months = summarizeMonths(await store.readMonthlyCounts(), counted);
      return `${months}${omitted}\nDetails cover only requests that are still stored. Requests are deleted ${days} days after they're emailed.`;
    } else if (values.unsent) {
      return formatUnsentList(await store.listUnsent(maxRequestsRead));
    } else if (values.done || values['send-again']) {
      const unknown: string[] = [];
      for (const name of references) {
        if (!(await (values.done ? store.forceDone(name) : store.emailAgainFromCommand(name)))) {
          unknown.push(name);
        }
      }
      if (reference === undefined || unknown.length > 0) {
        throw new Error(describeMissing(unknown));
      }
      return `${references.join(', ')}: ${values.done ? 'done. Nothing more is sent' : 'emailed within seconds if the server runs'}.`;
    } else if (reference !== undefined) {
      const request = await store.findWithDeliveries(reference);
      if (!request) {
        throw new Error(describeMissing(references));
      }
      return formatRequest(request);
    }
    const unsent = formatUnsentList(await store.listUnsent(maxLines.unsent));
    const latest = await store.listRequests(maxLines.latest);
    const earlier = formatOmittedCount(await store.countRequests(), latest, 'earlier ones');
    return [unsent, '', 'Latest:', ...latest.map(formatLine), `${earlier}\n`, help].join('\n');
  } finally {
    await store.close();
  }
});

function describeMissing(references: readonly string[]): string {
  if (references.length === 0) {
    return 'Add the reference of a request, like 7KQ2MA.';
  }
  return `There is no request ${references.join(', ')}. Requests are deleted some time after they were emailed.`;
}

function formatUnsentList({ requests, count }: LimitedList): string {
  const others = formatOmittedCount(count, requests, 'more, listed by --unsent');
  return ['Unsent:', ...requests.map(formatLine)].join('\n') + others;
}

/** Returns a line with the number of requests that a list leaves out, or '' if there are none. */
function formatOmittedCount(count: number, listed: readonly RequestWithDeliveries[], label: string): string {
  const omitted = count - listed.length;
  return omitted > 0 ? `\n  and ${omitted} ${label}` : '';
}

const timeZone = business.timeZone;

/** Returns "  7KQ2MA  11/30/26, 9:05 PM  sent  EMERGENCY  Ana, 832-555-0188". */
function formatLine(request: RequestWithDeliveries): string {
  const { reference, receivedAt, fields, honeypotFilled } = request;
  const time = receivedAt.toLocaleString('en-US', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const contact = removeInvisibleCharacters(`${fields.name}, ${fields.phone}`);
  const possibleSpam = honeypotFilled ? ['(possible spam)'] : [];
  const state = describeState(request);
  return ['', reference, time, state, formatServiceName(fields.service), contact, ...possibleSpam].join('  ');
}

/**
 * Returns how a request ended. If it hasn't ended, or if its driver canceled it, also returns the states of its emails
 * and whether somebody is handling it. Leaves out closed emails, such as those to former recipients, unless there are
 * no others.
 */
function describeState({ ending, takenAt, deliveries }: RequestWithDeliveries): string {
  const emails = deliveries.filter(({ channel }) => channel === emailChannelName);
  const open = emails.filter(({ state }) => state !== 'closed');
  const states = new Set<string>((open.length > 0 ? open : emails).map(({ state }) => formatState(state)));
  const hasOpenEmails = ending === '' || ending === 'canceled';
  return hasOpenEmails ? [ending, ...states, takenAt ? 'taken' : ''].filter(Boolean).join(', ') : ending;
}

/** Names a delivery's state for the owner. */
function formatState(state: string): string {
  return { filed: 'in a file', pending: 'unsent', closed: 'not sent' }[state] ?? state;
}

/** Names a delivery's channel for the owner. The stored names can't change. */
function formatChannel(channel: string): string {
  const names = {
    [pagingChannelName]: 'alarm',
    [ownerUpdateChannelName]: 'owner update',
    [stopOrderChannelName]: 'stop order',
  };
  return names[channel as keyof typeof names] ?? channel;
}

/** Returns a request's text as in its email, a line for each delivery, and its history. */
function formatRequest(request: RequestWithDeliveries): string {
  const { deliveries, receivedAt, takenAt, takenBy, doneAt } = request;
  return [
    `${renderText(composeParagraphs({ ...request, possibleDuplicate: false }, receivedAt))}\n`,
    ...deliveries.map(
      ({ channel, recipient, state, result }) =>
        `${formatChannel(channel)} to ${recipient}: ${formatState(state)}, ${result ?? 'not tried'}`,
    ),
    ...(takenAt ? [`Taken by ${takenBy || 'somebody'} on ${formatLocalTime(takenAt)}.`] : []),
    ...(doneAt ? [`You marked it as done on ${formatLocalTime(doneAt)}.`] : []),
  ].join('\n');
}

/**
 * Summarizes each month, without probable spam. Each month's first line also counts deleted requests. Its other lines
 * cover only stored requests: by service, by hour of day, and minutes until taken.
 */
export function summarizeMonths(
  months: readonly MonthCounts[],
  requests: readonly RequestWithDeliveries[],
): string {
  const real = requests.filter(
    ({ fields, honeypotFilled }) => !honeypotFilled || isEmergency(fields, honeypotFilled),
  );
  const formatPart = (time: Date, options: object) => time.toLocaleString('en-US', { timeZone, ...options });
  const stored = Object.groupBy(real, ({ receivedAt }) => formatMonth(receivedAt));
  const lines = months.flatMap(({ month, requests: count, emergencies, takenIn15 }) => {
    const heading = `${month}: ${count} requests, ${emergencies} emergencies, ${takenIn15} taken within 15 minutes`;
    const all = stored[month];
    if (!all) {
      return [heading];
    }
    const taken = all
      .flatMap(({ takenAt, receivedAt }) => (takenAt ? [takenAt.getTime() - receivedAt.getTime()] : []))
      .sort((first, second) => first - second)
      .map((milliseconds) => Math.round(milliseconds / 60_000));
    return [
      heading,
      `  by service: ${formatCounts(all, ({ fields }) => formatServiceName(fields.service))}`,
      `  by hour: ${formatCounts(all, (request) => formatPart(request.receivedAt, { hour: '2-digit', hourCycle: 'h23' }))}`,
      `  minutes until taken: ${taken.join(', ') || 'none taken'}`,
    ];
  });
  return lines.join('\n');
}

/** Returns "00: 2, 14: 1". */
function formatCounts(
  requests: RequestWithDeliveries[],
  getGroup: (request: RequestWithDeliveries) => string,
): string {
  const groups = Object.entries(Object.groupBy(requests, getGroup)).sort();
  return groups.map(([value, all = []]) => `${value}: ${all.length}`).join(', ');
}

if (import.meta.main) {
  await runAsProgram(run);
}
