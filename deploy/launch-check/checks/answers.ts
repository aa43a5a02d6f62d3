import type { Check } from '../circumstances.ts';

export const answers: Check = {
  name: 'the site at its public address',
  asksSite: true,
  run: async ({ site, ask }) => {
    const { status } = await ask('/');
    const health = await ask('/healthz');
    return [
      ...(status === 200
        ? []
        : [
            {
              open: `${site.origin}/ answers with ${status} instead of 200, so visitors see no page: look at the proxy's log and at journalctl -u diesel-site.`,
            },
          ]),
      ...(health.status === 200
        ? []
        : [
            {
              open: `${site.origin}/healthz answers with ${health.status} instead of 200, so requests cannot be saved: look for store_failed in journalctl -u diesel-site.`,
            },
          ]),
    ];
  },
};
