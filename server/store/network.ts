import { createHmac } from 'node:crypto';

/**
 * Tells requests from one network apart from those of others, without telling which network it is: a
 * keyed hash of the /24 of an IPv4 address or the /64 of an IPv6 one (which is how the latter come in).
 */
export function networkHash(clientIp: string | undefined, hashKey: Uint8Array): Buffer | undefined {
  const network = clientIp?.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
  return network === undefined
    ? undefined
    : createHmac('sha256', hashKey).update(`network ${network}`).digest();
}

/** Place in a digest: rounds of one request per network, emergencies first in each round. */
export function digestRank(round: number, service: string): number {
  return 2 * round + (service === 'emergency' ? 0 : 1);
}

/** The round of a request whose network already has requests waiting, the last of them at `lastRank`. */
export function nextRound(lastRank: number | null | undefined): number {
  return lastRank === null || lastRank === undefined ? 1 : Math.floor(lastRank / 2) + 1;
}
