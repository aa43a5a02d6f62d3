import type { Clock } from '../clock.ts';
import type { OutboxParts } from '../outbox/outbox.ts';
import { composeDigest } from './digest.ts';
import { composeMessage, type MailAddresses } from './message.ts';
import type { Transport } from './transport.ts';

/**
 * What writes the emails for a transport. One that takes the same email once must get the same: for as long
 * as it remembers, the email of a request says nothing of delays and duplicates. A digest always does: what
 * it names besides its requests is another thing at each attempt.
 */
export function composersFor(
  { deduplicatesFor = 0 }: Transport,
  addresses: MailAddresses,
  clock: Pick<Clock, 'now'>,
): Required<Pick<OutboxParts, 'compose' | 'composeDigest'>> {
  return {
    compose: (request) => {
      const now = clock.now();
      const { receivedAt } = request;
      return now.getTime() - receivedAt.getTime() < deduplicatesFor
        ? composeMessage({ ...request, possibleDuplicate: false }, addresses, receivedAt)
        : composeMessage(request, addresses, now);
    },
    composeDigest: (digest) => composeDigest(digest, addresses, clock.now()),
  };
}
