import type { Settings } from '../settings.ts';
import type { StoredRequest } from '../store/stored-request.ts';

export const acknowledgePath = '/functions/v1/acknowledge';

export function acknowledgeLink(origin: string, token: string): string {
  return `${origin}${acknowledgePath}?token=${token}`;
}

/** Whether somebody is rung about a request, as the store decides it (server/store/deliveries.ts). */
export function isPaged(
  { fields, honeypotFilled }: StoredRequest,
  { recipients, takes }: Settings['paging'],
): boolean {
  const isWanted = takes === 'requests' || fields.service === 'emergency';
  return recipients.length > 0 && isWanted && !honeypotFilled;
}
