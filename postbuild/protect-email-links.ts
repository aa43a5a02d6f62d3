import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSiteFiles } from '../server/http/static-site/load-site.ts';

/**
 * Adds comments that keep Cloudflare from replacing email links. By default, its Email Address Obfuscation
 * links to a Cloudflare page and adds a script that restores the address. In browsers with Trusted Types, our
 * policy blocks that script, so visitors would never see the address.
 */
export function protectEmailLinks(folder: string): void {
  // React doesn't render comments, so add them after the build.
  for (const page of listSiteFiles(folder).filter((file) => file.endsWith('.html'))) {
    const path = join(folder, page);
    const html = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      html.replace(/<a href="mailto:.*?<\/a>/gs, (link) => `<!--email_off-->${link}<!--/email_off-->`),
    );
  }
}
