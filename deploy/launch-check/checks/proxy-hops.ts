import type { Check } from '../circumstances.ts';

/** Each proxy adds an entry to X-Forwarded-For; the server reports how many it received. */
export const proxyHops: Check = {
  name: 'the proxies before the server',
  asksSite: true,
  run: async ({ settings, ask }) => {
    const { proxies = 0 } = (await (await ask('/healthz')).json()) as { proxies?: number };
    const hops = settings.trustedProxyHops;
    if (proxies === hops) {
      return [];
    }
    const consequence =
      proxies > hops
        ? 'all visitors share one limit and any of them can use it up'
        : 'a visitor can make up an address and escape the limit';
    return [
      {
        open: `TRUSTED_PROXY_HOPS is ${hops} but ${proxies} ${proxies === 1 ? 'proxy is' : 'proxies are'} before the server, so ${consequence}: set TRUSTED_PROXY_HOPS=${proxies} and restart.`,
      },
    ];
  },
};
