import type { Log } from '../log/log.ts';
import type { BucketBudget } from '../queue/budget.ts';
import type { RequestChannel } from '../requests/claim.ts';
import { pageChannel } from '../requests/routes.ts';
import { ringTimes, turnTimes } from './ladder.ts';
import { pageOf } from './page.ts';
import type { Paging } from './recipients.ts';

/** Of each phone: four alarms at once, and at most twelve in any hour. */
export const phoneBudget: BucketBudget = { holds: 4, refill: 7.5 * 60_000 };

/** How many requests one alarm names. The rest are counted. */
export const mostNamed = 5;

/** How long a phone whose service refuses an alarm for good is left alone about it, in milliseconds. */
const refusedPause = 60 * 60_000;

/**
 * A channel for each phone: each rings at its own times, and none waits for another phone's service. If a phone can't
 * be reached, the next one's turn begins.
 */
export function phoneChannels(
  { recipients, takes, details, siteUrl, origin }: Paging,
  log: Log,
): RequestChannel[] {
  return recipients.map((recipient, position) => ({
    name: pageChannel,
    recipients: [recipient.name],
    takes,
    delivers: true,
    steps: ringTimes(recipients, position),
    turnTimes: turnTimes(recipient),
    together: recipient.mostNamed ?? mostNamed,
    budget: phoneBudget,
    next: recipients[position + 1]?.name,
    refusedPause,
    send: async ({ deliveries, waiting }, signal) => {
      const [first] = deliveries;
      const id = `${first.reference}-${first.step}`;
      const hasDetails = details ?? !recipient.isPublic;
      const page = pageOf(deliveries, { id, at: first.claimedAt, hasDetails, siteUrl, origin, waiting });
      return recipient.send(page, signal);
    },
    log: ({ reference }, attempt) => {
      const event = attempt.outcome === 'accepted' ? 'page' : 'page_failed';
      log(event, { reference, recipient: position + 1, ...attempt });
    },
  }));
}
