import type { Check } from '../circumstances.ts';

/** Without the record, browsers use HTTP/3 only from the second visit on (RFC 9460, docs/going-live.md). */
export const httpsRecord: Check = {
  name: 'the HTTPS record',
  run: async ({ site, dns }) =>
    (await dns.offeredProtocols(site.hostname)).includes('h3')
      ? []
      : [
          {
            open: `${site.hostname} has no HTTPS record that offers h3, so the first visit over a weak connection takes an extra round trip: add to your DNS ${site.hostname}. HTTPS 1 . alpn="h3,h2".`,
          },
        ],
};
