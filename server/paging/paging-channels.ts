import { hour, minute } from '../clock.ts';
import type { Log } from '../log/log.ts';
import type { BucketBudget } from '../queue/bucket.ts';
import { pagingChannelName } from '../requests/channel-data.ts';
import type { RequestChannel } from '../requests/request-channel.ts';
import { composeAlarm } from './alarm.ts';
import { computeRingTimes, computeTurnTimes } from './escalation.ts';
import type { Paging } from './recipients.ts';

/** The limit for each recipient: four alarms at once, and at most twelve in any hour. */
export const alarmBudget: BucketBudget = { capacity: 4, refillInterval: 7.5 * minute };

/** How many requests an alarm names, unless its service has room for fewer. The alarm only counts the others. */
export const maxRequestsNamed = 5;

/** How long an alarm waits after a recipient's service permanently refused it. */
const refusedPause = hour;

/**
 * Creates a channel for each recipient. Each recipient rings at its own times, and never waits for another recipient's
 * service. If a recipient's alarm isn't accepted, the next recipient rings early, usually once.
 */
export function createPagingChannels(
  { recipients, accepts, details, siteUrl, origin }: Paging,
  log: Log,
): RequestChannel[] {
  return recipients.map((recipient, position) => ({
    name: pagingChannelName,
    recipients: [recipient.name],
    accepts,
    canDeliver: true,
    steps: computeRingTimes(recipients, position),
    turnTimes: computeTurnTimes(recipient),
    maxPerMessage: recipient.maxRequestsNamed ?? maxRequestsNamed,
    budget: alarmBudget,
    nextRecipient: recipients[position + 1]?.name,
    refusedPause,
    send: async ({ deliveries, waiting }, signal) => {
      const [first] = deliveries;
      // The ID stays the same if a ring is repeated, for example after a crash. After an accepted alarm, a step may ring
      // again on purpose, because the request was given back or the recipient rang early. The ID then
      // differs, because `acceptedCount` does.
      const id = `${first.reference}-${first.step}-${first.acceptedCount}`;
      const hasDetails = details ?? !recipient.isPublic;
      const alarm = composeAlarm(deliveries, {
        id,
        at: first.claimedAt,
        hasDetails,
        siteUrl,
        origin,
        waiting,
      });
      return recipient.send(alarm, signal);
    },
    log: ({ reference }, attempt) => {
      const event = attempt.outcome === 'accepted' ? 'page' : 'page_failed';
      log(event, { reference, recipient: position + 1, ...attempt });
    },
  }));
}
