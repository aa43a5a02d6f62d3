import type { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';

/**
 * Identifies requests from the same network without revealing the network: a keyed hash of an IPv4 address's
 * /24 or an IPv6 address's /64 (clientIp is already a /64).
 */
export function networkHash(clientIp: string | undefined, hashKey: Uint8Array): Buffer | undefined {
  const network = clientIp?.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
  return network === undefined
    ? undefined
    : createHmac('sha256', hashKey).update(`network ${network}`).digest();
}

/** Position in a digest: rounds of one request per network, emergencies first in each round. */
export function digestRank(round: number, service: string): number {
  return 2 * round + (service === 'emergency' ? 0 : 1);
}

/** The round of a request whose network already has requests waiting, the last of them at `lastRank`. */
export function nextRound(lastRank: number | null | undefined): number {
  return lastRank === null || lastRank === undefined ? 1 : Math.floor(lastRank / 2) + 1;
}
