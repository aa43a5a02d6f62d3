import { exampleOf } from '../../../server/settings.ts';
import type { Check } from '../circumstances.ts';

export const siteUrl: Check = {
  name: 'the address of the site',
  run: ({ settings, site, builtPage }) => {
    if (settings.siteUrl === undefined) {
      return [
        {
          open: `SITE_URL is not set, so browsers are not told to stay on https and search engines get the wrong address: set it, like ${exampleOf('siteUrl')}, then rebuild and restart.`,
        },
      ];
    }
    const findings: { open: string }[] = [];
    if (!settings.siteUrl.startsWith('https:')) {
      findings.push({
        open: `SITE_URL is ${settings.siteUrl}, and on http anybody on the way can read and change what visitors send: make it begin with https://, then rebuild and restart.`,
      });
    }
    if (settings.siteUrl !== site.origin) {
      findings.push({
        open: `SITE_URL is ${settings.siteUrl} but you had ${site.origin} checked, and a form posted from any address but the site's own is rejected: make the two match.`,
      });
    }
    if (!builtPage().includes(`href="${settings.siteUrl}/"`)) {
      findings.push({
        open: `The pages were built for another address, not ${settings.siteUrl}, so they send search engines there: rebuild them with SITE_URL=${settings.siteUrl} npm run build and restart.`,
      });
    }
    return findings;
  },
};
