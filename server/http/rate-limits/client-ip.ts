import { isIP } from 'node:net';
import type { Context } from 'hono';
import { expandIPv6 } from 'hono/utils/ipaddr';

/** Reads a client's IPv4 address, IPv6 /64, or "unknown". The store widens a /64 to a /48 (save.ts). Never log it. */
export type ReadClientIp = (c: Context) => string;

/**
 * Returns the client's IPv4 address, the /64 of its IPv6 address, or "unknown". One household or rented server usually
 * gets a whole /64. `hops` is the number of the owner's proxies in front of the server.
 */
export function getClientIp(socketIp: string, forwardedFor: string, hops: number): string {
  const chain = forwardedFor.split(',').map((entry) => entry.trim());
  // Each proxy appends its client's IP. Entries further left may come from the visitor and can't be trusted.
  const entry = hops > 0 ? (chain.at(-hops) ?? chain[0]) : undefined;
  return normalizeClientIp(entry ?? '') ?? normalizeClientIp(socketIp) ?? 'unknown';
}

function normalizeClientIp(ip: string): string | undefined {
  // An IPv6 socket reports IPv4 clients as "::ffff:192.0.2.1" (RFC 4291, 2.5.5.2).
  const address = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (isIP(address) === 6) {
    return `${expandIPv6(address).split(':').slice(0, 4).join(':')}::/64`;
  } else {
    return isIP(address) === 4 ? address : undefined;
  }
}
