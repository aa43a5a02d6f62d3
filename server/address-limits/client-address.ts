import { isIP } from 'node:net';

/**
 * Who sent a request, as far as limits go: an IPv4 address, or the /64 of an IPv6 one, which is what
 * one household or one rented server gets. `hops` is how many proxies of ours stand before the
 * server. Each adds the address it was called from at the right end of X-Forwarded-For; what stands
 * further left was written by the visitor, and may be anything.
 */
export function clientAddress(socketAddress: string, forwardedFor: string, hops: number): string {
  const chain = forwardedFor.split(',').filter((entry) => entry.trim() !== '');
  const entry = hops > 0 ? (chain.at(-hops) ?? chain[0]) : undefined;
  return networkOf(bareAddress(entry ?? '')) ?? networkOf(socketAddress) ?? 'unknown';
}

/** Some proxies write a port too: "192.0.2.1:443", "[2001:db8::1]:443". */
function bareAddress(entry: string): string {
  const text = entry.trim();
  return /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

function networkOf(address: string): string | undefined {
  const [plain = ''] = address.split('%', 1);
  switch (isIP(plain)) {
    case 4:
      return plain;
    case 6:
      return mappedAddress(plain) ?? `${firstGroups(plain).join(':')}::/64`;
    default:
      return undefined;
  }
}

/** "::ffff:192.0.2.1" is how an IPv6 socket names an IPv4 caller (RFC 4291, 2.5.5.2). */
function mappedAddress(address: string): string | undefined {
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical(address)) ?? [];
  if (high === undefined || low === undefined) {
    return undefined;
  } else {
    return [high, low]
      .map((group) => Number.parseInt(group, 16))
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  }
}

/** The four groups of 16 bits that name the /64. */
function firstGroups(address: string): string[] {
  const [head = '', tail] = canonical(address).split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  return [...left, ...Array(8 - left.length - right.length).fill('0'), ...right].slice(0, 4);
}

/** Lower case, no leading zeros, the longest run of zeros as "::" (RFC 5952), as every URL writes it. */
function canonical(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}
