import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { tryTo } from '../outbox/channel-sender.ts';
import { backOff } from '../outbox/options.ts';
import type { Settings } from '../settings.ts';
import type { RequestStore } from '../store/request-store.ts';
import { pageChannel, type Route } from '../store/routes.ts';
import { pageOf } from './compose.ts';
import { ladder, pageTimes } from './ladder.ts';
import type { Recipient } from './page.ts';

export interface PagerParts {
  store: Pick<RequestStore, 'claimPage' | 'recordPage'>;
  paging: Settings['paging'];
  clock: Clock;
  log: Log;
  random(): number;
}

/** A route for each recipient: each has a time of its own. */
export function pageRoutes({ recipients, takes }: Settings['paging']): Route[] {
  return recipients.map(({ name }, position) => {
    return {
      name: pageChannel,
      recipients: [name],
      takes,
      dueIn: timesOf(position, recipients)[0] as number,
    };
  });
}

function timesOf(position: number, recipients: readonly Recipient[]): number[] {
  return pageTimes(position, recipients.length, recipients[position]?.repeatsItself ?? false);
}

/** Milliseconds. A service that hangs is given up long before the lease ends. */
const options = {
  lease: 60_000,
  poll: 1_000,
  failure: { first: 5_000, longest: 60_000 },
  longestAsked: 15 * 60_000,
};

/** Pages each recipient by itself, until stopped: nobody waits for somebody else's service. */
export function startPaging(parts: PagerParts, stopping: AbortSignal): { wake(): void } {
  let awake = new AbortController();
  parts.paging.recipients.forEach(async (_, position) => {
    while (!stopping.aborted) {
      const { signal } = awake;
      const pause = (await tryTo(parts, () => sendPages(position, parts, stopping))) ?? 0;
      await parts.clock.wait(pause || options.poll, pause ? stopping : AbortSignal.any([signal, stopping]));
    }
  });
  return {
    wake: () => {
      awake.abort();
      awake = new AbortController();
    },
  };
}

/** Sends what is due to one recipient. Returns for how many milliseconds to leave the service alone: 0 if it works. */
export async function sendPages(position: number, parts: PagerParts, stopping: AbortSignal): Promise<number> {
  const { store, paging, clock, log, random } = parts;
  const { recipients, origin, details } = paging;
  const recipient = recipients[position] as Recipient;
  const { name, isPublic } = recipient;
  const times = timesOf(position, recipients);
  while (!stopping.aborted) {
    const { lease } = options;
    const claimed = await store.claimPage({
      recipient: name,
      lease,
      repeatsFor: (times.at(-1) ?? 0) + ladder.thenAllEvery,
    });
    if (!claimed) {
      return 0;
    }
    const { deliveries, waiting } = claimed;
    const page = pageOf(deliveries, { hasDetails: details ?? !isPublic, origin, waiting });
    const { isAccepted, resultCode, retryAfter = 0 } = await recipient.send(page, stopping);
    const attempts = Math.max(...deliveries.map((one) => one.attempts)) + 1;
    const asked = Math.min(retryAfter, options.longestAsked);
    const pause = Math.max(asked, backOff(options.failure, attempts, random()));
    for (const { reference } of deliveries) {
      log(isAccepted ? 'page' : 'page_failed', { reference, recipient: position + 1, resultCode });
    }
    const results = deliveries.map((delivery) => {
      const step = delivery.step + (isAccepted ? 1 : 0);
      return {
        ...delivery,
        step,
        state: step < times.length ? ('pending' as const) : ('sent' as const),
        dueIn: isAccepted ? (times[step] ?? 0) - (times[delivery.step] ?? 0) : pause,
        attempts: isAccepted ? 0 : attempts,
        isTransferred: isAccepted,
        result: `${isAccepted ? 'accepted' : 'failed'} ${resultCode}`,
      };
    });
    // Until it is recorded: a store that is full for an hour must not ring somebody over and over.
    const write = () => store.recordPage({ recipient: name, results }).then(() => true);
    while (!(await tryTo(parts, write)) && !stopping.aborted) {
      await clock.wait(options.poll, stopping);
    }
    if (!isAccepted) {
      return pause;
    }
  }
  return 0;
}
