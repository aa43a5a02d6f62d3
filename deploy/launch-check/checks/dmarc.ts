import type { Check } from '../circumstances.ts';
import { senderDomain } from '../sender-domain.ts';

/** RFC 7489, 6.6.3: the record is at the domain itself or at a parent domain. */
export const dmarc: Check = {
  name: 'DMARC',
  run: async ({ settings, dns }) => {
    const domain = senderDomain(settings);
    for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
      const records = (await dns.texts(`_dmarc.${name}`)) ?? [];
      if (records.some((text) => /^v=DMARC1\b/i.test(text))) {
        return [];
      }
    }
    return [
      {
        open: `${domain} has no DMARC record, which Gmail and Outlook ask for: add the TXT record _dmarc.${domain} with "v=DMARC1; p=none" or stricter.`,
      },
    ];
  },
};
