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
  switch (isIP(plain)) {
    case 4:
      return plain;
    case 6:
      return mappedIpv4(plain) ?? `${firstGroups(plain).join(':')}::/64`;
    default:
      return undefined;
  }
}

/** An IPv6 socket reports IPv4 clients as "::ffff:192.0.2.1" (RFC 4291, 2.5.5.2). */
function mappedIpv4(ip: string): string | undefined {
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical(ip)) ?? [];
  if (high === undefined || low === undefined) {
    return undefined;
  } else {
    return [high, low]
      .map((group) => Number.parseInt(group, 16))
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  }
}

/** The four 16-bit groups that identify the /64. */
function firstGroups(ip: string): string[] {
  const [head = '', tail] = canonical(ip).split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  return [...left, ...Array(8 - left.length - right.length).fill('0'), ...right].slice(0, 4);
}

/** Lower case, no leading zeros, the longest run of zeros as "::" (RFC 5952), as every URL writes it. */
function canonical(ip: string): string {
  return new URL(`http://[${ip}]`).hostname.slice(1, -1);
}
