import { isIP } from 'node:net';
import type { Context } from 'hono';
import { expandIPv6 } from 'hono/utils/ipaddr';

/**
 * Returns the client IP of a request. For limits only: never logged. Keyed hashes are stored, of it for
 * ten minutes and of its network until the email is sent.
 */
export type ClientIp = (c: Context) => string;

/**
 * The client's IP for rate limits: an IPv4 address, or the /64 of an IPv6 address, which is what one
 * household or one rented server gets. `hops` is the number of our own proxies in front of the server. Each
 * appends its client's IP to X-Forwarded-For; anything further left comes from the visitor and cannot be
 * trusted.
 */
export function clientIp(socketIp: string, forwardedFor: string, hops: number): string {
  const chain = forwardedFor.split(',').map((entry) => entry.trim());
  const entry = hops > 0 ? (chain.at(-hops) ?? chain[0]) : undefined;
  return clientOf(entry ?? '') ?? clientOf(socketIp) ?? 'unknown';
}

function clientOf(ip: string): string | undefined {
  // An IPv6 socket reports IPv4 clients as "::ffff:192.0.2.1" (RFC 4291, 2.5.5.2).
  const address = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (isIP(address) === 6) {
    return `${expandIPv6(address).split(':').slice(0, 4).join(':')}::/64`;
  } else {
    return isIP(address) === 4 ? address : undefined;
  }
}
