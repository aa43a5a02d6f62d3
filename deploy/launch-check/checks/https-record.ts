import type { Check } from '../circumstances.ts';

/** Without the record a browser uses HTTP/3 from the second visit on (RFC 9460, docs/going-live.md). */
export const httpsRecord: Check = {
  name: 'the HTTPS record',
  run: async ({ site, dns }) =>
    (await dns.offeredProtocols(site.hostname)).includes('h3')
      ? []
      : [
          {
            open: `${site.hostname} has no HTTPS record that offers h3, so the first visit over a weak link takes a round trip more: add to your DNS ${site.hostname}. HTTPS 1 . alpn="h3,h2".`,
          },
        ],
};
