import type { Check } from '../circumstances.ts';
import { senderDomain } from '../sender-domain.ts';

/**
 * Providers choose the names of their keys, but all are below `_domainkey`: if there are none, that name does
 * not exist (RFC 8020).
 */
export const dkim: Check = {
  name: 'DKIM',
  run: async ({ settings, dns }) => {
    const domain = senderDomain(settings);
    return (await dns.texts(`_domainkey.${domain}`)) !== undefined
      ? []
      : [
          {
            open: `${domain} has no DKIM key, so mailboxes cannot tell your requests from forged ones: turn on DKIM at your mail provider and add the record that it gives you.`,
          },
        ];
  },
};
