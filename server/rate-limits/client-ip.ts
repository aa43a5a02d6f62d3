import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { Log } from '../log.ts';

/**
 * Returns the client IP of a request. For limits only: never logged. Keyed hashes are stored, of it for
 * ten minutes and of its network until the email is sent.
 */
export type ClientIp = (c: Context) => string;

export function clientIpBehind(hops: number, socketIp: ClientIp, log: Log): ClientIp {
  let warned = false;

  return (c) => {
    const forwardedFor = c.req.header('X-Forwarded-For') ?? '';
    if (forwardedFor && hops === 0 && !warned) {
      warned = true;
      log('forwarded_for_ignored');
    }
    return clientIp(socketIp(c), forwardedFor, hops);
  };
}

/**
 * The client's IP for rate limits: an IPv4 address, or the /64 of an IPv6 address, which is what one
 * household or one rented server gets. `hops` is the number of our own proxies in front of the server. Each
 * appends its client's IP to X-Forwarded-For; anything further left comes from the visitor and cannot be
 * trusted.
 */
export function clientIp(socketIp: string, forwardedFor: string, hops: number): string {
  const chain = forwardedFor.split(',').filter((entry) => entry.trim() !== '');
  const entry = hops > 0 ? (chain.at(-hops) ?? chain[0]) : undefined;
  return clientOf(withoutPort(entry ?? '')) ?? clientOf(socketIp) ?? 'unknown';
}

/** Some proxies include a port: "192.0.2.1:443", "[2001:db8::1]:443". */
function withoutPort(entry: string): string {
  const text = entry.trim();
  return /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

function clientOf(ip: string): string | undefined {
  const [plain = ''] = ip.split('%', 1);
  if (isIP(plain) !== 6) {
    return isIP(plain) === 4 ? plain : undefined;
  }
  const groups = groupsOf(plain);
  // An IPv6 socket reports IPv4 clients as "::ffff:192.0.2.1" (RFC 4291, 2.5.5.2).
  return groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
    ? groups.slice(6).flatMap(bytesOf).join('.')
    : `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight 16-bit groups of an IPv6 address, in lower case without leading zeros. */
function groupsOf(ip: string): string[] {
  // Every URL writes it like that, with the longest run of zeros as "::" (RFC 5952).
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [left = [], right = []] = canonical.split('::').map((half) => half.split(':').filter(Boolean));
  return [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
}
