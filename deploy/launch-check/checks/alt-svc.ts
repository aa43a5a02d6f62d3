import type { Check } from '../circumstances.ts';

export const altSvc: Check = {
  name: 'HTTP/3',
  asksSite: true,
  run: async ({ ask }) => {
    const { headers } = await ask('/');
    return /\bh3=/.test(headers.get('Alt-Svc') ?? '')
      ? [
          {
            untested:
              'HTTP/3 is offered. Only a browser elsewhere can tell whether UDP port 443 gets through every firewall.',
          },
        ]
      : [
          {
            open: 'The proxy does not offer HTTP/3 (the header Alt-Svc), so pages take longer over a weak connection: use a proxy that supports it, like Caddy, and open UDP port 443.',
          },
        ];
  },
};
