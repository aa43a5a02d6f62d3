import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../server/http/static-site/load-site.ts';

/**
 * Asks Cloudflare to leave email links as they are. Otherwise its Email Address Obfuscation, which is on by default,
 * replaces each with a link to a Cloudflare page, and adds a script that restores the address. Our Trusted Types stop
 * that script, so visitors would never see the address. React doesn't render comments, so this runs after the build.
 */
export function keepAddresses(folder: string): void {
  for (const page of filesOf(folder).filter((file) => file.endsWith('.html'))) {
    const path = join(folder, page);
    const html = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      html.replace(/<a href="mailto:.*?<\/a>/gs, (link) => `<!--email_off-->${link}<!--/email_off-->`),
    );
  }
}
