import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSiteFiles } from '../server/http/static-site/load-site.ts';

/**
 * Adds comments that keep Cloudflare from replacing email links. Cloudflare's Email Address Obfuscation, on by default,
 * links to a Cloudflare page instead and adds a script that restores the address. Our Trusted Types block that script,
 * so visitors would never see the address. React doesn't render comments, so this runs after the build.
 */
export function keepAddresses(folder: string): void {
  for (const page of listSiteFiles(folder).filter((file) => file.endsWith('.html'))) {
    const path = join(folder, page);
    const html = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      html.replace(/<a href="mailto:.*?<\/a>/gs, (link) => `<!--email_off-->${link}<!--/email_off-->`),
    );
  }
}
