import type { Context } from 'hono';
import { expect, test } from 'vitest';
import { clientIp, clientIpBehind } from './client-ip.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::/64'],
  ['2001:db8::1', '2001:0db8:0000:0000::/64'],
  ['::1', '0000:0000:0000:0000::/64'],
  ['fe80::1%eth0', 'fe80:0000:0000:0000::/64'],
  ['', 'unknown'],
])('the socket IP %s counts as %s', (address, network) => {
  expect(clientIp(address, '', 0)).toBe(network);
});

const proxy = '10.0.0.1';

test.each([
  ['without our own proxy it is ignored', 0, '198.51.100.1', proxy],
  ['one proxy: the last entry', 1, '203.0.113.9, 198.51.100.1', '198.51.100.1'],
  ['fewer entries than proxies: the first', 3, '198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['garbage: the socket', 1, '198.51.100.1, unknown', proxy],
  ['IPv6', 1, '2001:db8:1:2::9', '2001:0db8:0001:0002::/64'],
])('X-Forwarded-For, %s', (_, hops, header, network) => {
  expect(clientIp(proxy, header, hops)).toBe(network);
});

test('an unexpected X-Forwarded-For is warned about once', () => {
  const logged: string[] = [];
  const ip = clientIpBehind(
    0,
    () => proxy,
    (event) => void logged.push(event),
  );
  const ask = (forwardedFor?: string) => ip({ req: { header: () => forwardedFor } } as unknown as Context);
  expect([ask(), ask('198.51.100.1'), ask('198.51.100.2')]).toEqual([proxy, proxy, proxy]);
  expect(logged).toEqual(['forwarded_for_ignored']);
});
