import type { Check } from '../circumstances.ts';

export const siteUrl: Check = {
  name: 'the address of the site',
  run: ({ settings, site, builtPage }) => {
    if (settings.siteUrl === undefined) {
      return [
        {
          open: 'SITE_URL is not set, so browsers are not told to stay on https and search engines get a wrong address: set it like SITE_URL=https://www.example.com, build again and restart.',
        },
      ];
    }
    const findings: { open: string }[] = [];
    if (!settings.siteUrl.startsWith('https:')) {
      findings.push({
        open: `SITE_URL is ${settings.siteUrl}, and on http anybody on the way can read and change what visitors send: let it begin with https://, build again and restart.`,
      });
    }
    if (settings.siteUrl !== site.origin) {
      findings.push({
        open: `SITE_URL is ${settings.siteUrl} but you had ${site.origin} checked, and a form posted from another address than its own is turned away: make the two the same.`,
      });
    }
    if (!builtPage().includes(`href="${settings.siteUrl}/"`)) {
      findings.push({
        open: `The pages were built for another address than ${settings.siteUrl}, so search engines are sent away: build them with SITE_URL=${settings.siteUrl} npm run build and restart.`,
      });
    }
    return findings;
  },
};
