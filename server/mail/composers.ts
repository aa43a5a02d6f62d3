import type { Clock } from '../clock.ts';
import type { OutboxParts } from '../outbox/outbox.ts';
import { composeDigest } from './digest.ts';
import { composeMessage, type MailAddresses } from './message.ts';
import type { Transport } from './transport.ts';

/**
 * The composers for a transport. If the transport deduplicates, repeats must be identical: as long as it
 * remembers them, a request's email mentions no delay or possible duplicate. Digests always do, because their
 * summaries differ between attempts anyway.
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
