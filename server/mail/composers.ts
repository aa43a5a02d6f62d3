import type { OutboxParts } from '../outbox/outbox.ts';
import { composeMessage, type MailAddresses } from './message.ts';
import { composeOverview } from './overview.ts';
import type { Transport } from './transport.ts';

/**
 * The composers for a transport. If the transport deduplicates, repeats must be identical: as long as it
 * remembers them, a request's email mentions no delay or possible duplicate.
 */
export function composersFor(
  { deduplicatesFor = 0 }: Transport,
  addresses: MailAddresses,
): Required<Pick<OutboxParts, 'compose' | 'composeOverview'>> {
  return {
    compose: (request) => {
      const { receivedAt, asOf } = request;
      return asOf.getTime() - receivedAt.getTime() < deduplicatesFor
        ? composeMessage({ ...request, possibleDuplicate: false }, addresses, receivedAt)
        : composeMessage(request, addresses, asOf);
    },
    composeOverview: (overview) => composeOverview(overview, addresses),
  };
}
