import type { Log } from '../log/log.ts';
import type { AttemptResult } from '../queue/channel.ts';
import { stopOrderChannelName } from '../requests/channel-data.ts';
import type { RequestChannel } from '../requests/request-channel.ts';
import type { Paging } from './recipients.ts';

/** Creates a channel for each recipient whose service repeats alarms. The channel tells the service to stop. */
export function createStopChannels({ recipients }: Pick<Paging, 'recipients'>, log: Log): RequestChannel[] {
  const channels: RequestChannel[] = [];
  for (const [position, { name, stopRepeating }] of recipients.entries()) {
    if (stopRepeating) {
      channels.push({
        name: stopOrderChannelName,
        recipients: [name],
        accepts: 'none',
        canDeliver: true,
        send: async ({ deliveries: [{ reference }] }, signal) =>
          deferAmbiguous(await stopRepeating(reference, signal)),
        log: ({ reference }, attempt) => {
          const event = attempt.outcome === 'accepted' ? 'stop_order' : 'stop_order_failed';
          log(event, { reference, recipient: position + 1, ...attempt });
        },
      });
    }
  }
  return channels;
}

/**
 * Turns `ambiguous` into `deferred`, so that the stop order is retried soon. Unlike a second alarm, a second
 * stop order does no harm.
 */
function deferAmbiguous(attempt: AttemptResult): AttemptResult {
  return attempt.outcome === 'ambiguous' ? { ...attempt, outcome: 'deferred' } : attempt;
}
