import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientIp, clientIpBehind } from './client-ip.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:C000:0207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001::1:2:3:4:5', '2001:0:0:1::/64'],
  ['64:ff9b::ffff:c000:207', '64:ff9b:0:0::/64'],
  ['::ffff:c000:207:1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', 'unknown'],
  ['not ::ffff:c000:207', 'unknown'],
])('the socket IP %s counts as %s', (address, network) => {
  expect(clientIp(address, '', 0)).toBe(network);
});

test('IPs in one /64 count as one, those in the next do not', () => {
  const of = (address: string) => clientIp(address, '', 0);
  expect(of('2001:db8:0:7::1')).toBe(of('2001:db8:0:7:ffff:ffff:ffff:ffff'));
  expect(of('2001:db8:0:7::1')).not.toBe(of('2001:db8:0:8::1'));
});

const proxy = '10.0.0.1';

test.each([
  ['without our own proxy it is ignored', 0, '198.51.100.1', proxy],
  ['one proxy: the last entry', 1, '203.0.113.9, 198.51.100.1', '198.51.100.1'],
  ['two proxies: the second to last', 2, '203.0.113.9, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['fewer entries than proxies: the first', 3, '198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['no header: the socket', 1, '', proxy],
  ['garbage: the socket', 1, '198.51.100.1, unknown', proxy],
  ['with a port', 1, '198.51.100.1:4711', '198.51.100.1'],
  ['IPv6 with a port', 1, '[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['IPv6', 1, '2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['empty entries', 1, ', 198.51.100.1, ,', '198.51.100.1'],
])('X-Forwarded-For, %s', (_, hops, header, network) => {
  expect(clientIp(proxy, header, hops)).toBe(network);
});

/** Returns the client IP that a server behind `hops` proxies derives from each request. */
async function askBehind(hops: number, headers: (string | undefined)[]) {
  const logged: string[] = [];
  const ip = clientIpBehind(
    hops,
    () => proxy,
    (event) => void logged.push(event),
  );
  const app = new Hono().get('/', (c) => c.text(ip(c)));
  const ips: string[] = [];
  for (const header of headers) {
    const init = header === undefined ? {} : { headers: { 'X-Forwarded-For': header } };
    ips.push(await (await app.request('/', init)).text());
  }
  return { ips, logged };
}

test('an unexpected header is warned about once, and ignored', async () => {
  const { ips, logged } = await askBehind(0, [undefined, '198.51.100.1', '198.51.100.2']);
  expect(ips).toEqual([proxy, proxy, proxy]);
  expect(logged).toEqual(['forwarded_for_ignored']);
});

test('behind a proxy the header is trusted, without a warning', async () => {
  const { ips, logged } = await askBehind(1, ['198.51.100.1', undefined]);
  expect(ips).toEqual(['198.51.100.1', proxy]);
  expect(logged).toEqual([]);
});

test.each(['198.51.100.1:4711 x', 'x[2001:db8::9]:4711', '[2001:db8::9]:4711x', 'x198.51.100.1:4711'])(
  'an entry of "%s" is ignored',
  (entry) => {
    expect(clientIp(proxy, entry, 1)).toBe(proxy);
  },
);

test('a bracketed IPv6 address needs no port', () => {
  expect(clientIp(proxy, '[2001:db8:1:2::9]', 1)).toBe('2001:db8:1:2::/64');
});
