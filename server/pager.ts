import { type OutboxParts, tryTo } from './outbox/channel-sender.ts';
import { backOff, options } from './outbox/options.ts';
import { ladder, pageOf, type Recipient } from './paging/page.ts';
import type { Settings } from './settings.ts';
import { pageChannel, type Route } from './store/transaction.ts';

type PagerParts = Omit<OutboxParts, 'channels'> & Pick<Settings, 'paging'>;

/** A route for each recipient: each has a time of its own. */
export function pageRoutes({ recipients, takes }: Settings['paging']): Route[] {
  return recipients.map(({ name }, position) => {
    const [dueIn] = pageTimes(recipients, position);
    return { name: pageChannel, recipients: [name], takes, dueIn };
  });
}

/** When a recipient is paged, in milliseconds since the request came: once per turn if its service repeats pages. */
function pageTimes(recipients: readonly Recipient[], position: number): number[] {
  const own = recipients[position]?.cancel ? [0] : ladder.rings;
  const minutes = [
    ...own.map((ring) => position * ladder.turn + ring),
    ...ladder.all.map((ring) => recipients.length * ladder.turn + ring),
  ];
  return minutes.map((time) => time * 60_000);
}

/** Pages each recipient by itself, until stopped: nobody waits for somebody else's service. */
export function startPaging(parts: PagerParts, stopping: AbortSignal): void {
  parts.paging.recipients.forEach(async (_, position) => {
    while (!stopping.aborted) {
      const pause = await tryTo(parts, () => sendPage(position, parts, stopping));
      await parts.clock.wait(pause ?? options.poll, stopping);
    }
  });
}

/** Sends one recipient a page about what is due. Returns how long to leave the service alone, in milliseconds. */
export async function sendPage(position: number, parts: PagerParts, stopping: AbortSignal): Promise<number> {
  const { store, paging, clock, log, random } = parts;
  const { recipients, origin, details } = paging;
  const { name, isPublic, send } = recipients[position] as Recipient;
  const claimed = await store.claimPage(name);
  if (!claimed) return options.poll;
  const { first, deliveries, waiting } = claimed;
  const id = `${first.reference}-${first.step}`;
  const hasDetails = details ?? !isPublic;
  const page = pageOf(deliveries, { id, at: first.claimedAt, hasDetails, origin, waiting });
  const attempt = await send(page, stopping);
  const isAccepted = attempt.outcome === 'accepted';
  const attempts = isAccepted ? 0 : first.attempts + 1;
  const retryAfter = attempt.outcome === 'accepted' ? 0 : (attempt.retryAfter ?? 0);
  const pause = Math.max(backOff(options.connection, attempts, random()), retryAfter);
  const result = `${attempt.outcome} ${attempt.resultCode}`;
  const times = pageTimes(recipients, position);
  const results = deliveries.map(({ reference, ...delivery }) => {
    log(isAccepted ? 'page' : 'page_failed', { reference, recipient: position + 1, ...attempt });
    const step = delivery.step + (isAccepted ? 1 : 0);
    const state = step < times.length ? ('pending' as const) : ('sent' as const);
    const dueIn = isAccepted ? (times[step] ?? 0) - (times[delivery.step] ?? 0) : pause;
    return { ...delivery, step, state, dueIn, attempts, result };
  });
  // Until it is recorded: a store that is full for an hour must not ring somebody over and over.
  const write = () => store.recordPage(results, isAccepted ? name : undefined).then(() => true);
  while (!(await tryTo(parts, write)) && !stopping.aborted) await clock.wait(options.poll, stopping);
  return isAccepted ? options.poll : pause;
}
