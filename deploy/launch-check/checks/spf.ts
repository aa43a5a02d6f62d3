import type { Check } from '../circumstances.ts';
import { senderDomain } from '../sender-domain.ts';

/** RFC 7208, 3.2 and 4.5: exactly one record. */
export const spf: Check = {
  name: 'SPF',
  run: async ({ settings, dns }) => {
    const domain = senderDomain(settings);
    const records = ((await dns.texts(domain)) ?? []).filter((text) => /^v=spf1( |$)/i.test(text));
    if (records.length === 1) {
      return [];
    }
    return [
      {
        open:
          records.length === 0
            ? `${domain} has no SPF record, so mailboxes treat your requests as spam: add the TXT record that your mail provider gives you, which begins with v=spf1.`
            : `${domain} has ${records.length} SPF records, which counts as none, so mailboxes treat your requests as spam: merge them into one.`,
      },
    ];
  },
};
