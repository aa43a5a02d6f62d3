import type { Check } from '../circumstances.ts';
import { senderDomain } from '../sender-domain.ts';

/**
 * The name of a key is the provider's choice, but all are below `_domainkey`: where nothing is, that name does
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
            open: `${domain} has no DKIM key, so mailboxes cannot tell your requests from forged ones: switch DKIM on at your mail provider and add the record that it names.`,
          },
        ];
  },
};
