import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetHeaders, commonHeaders, hashedFolder } from '../server/http/headers.ts';
import { pathOf } from '../server/http/static-site/load-site.ts';

/**
 * On a static host, responses to unknown paths match only this rule. It contains the part of the policy that
 * suits both pages and files: where two rules match, browsers enforce both.
 */
const generalPolicy = "base-uri 'none'; frame-ancestors 'none'";

/** The headers in static host format: a path pattern, followed by indented headers. */
export function headersFile(folder: string, files: readonly string[]): string {
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
  const named = files.filter((file) => !file.startsWith(hashedFolder) && !file.endsWith('404.html'));
  return [
    rule('/*', {
      ...commonHeaders(siteUrlOf(textOf('index.html'))),
      'Content-Security-Policy': generalPolicy,
    }),
    rule(`/${hashedFolder}*`, assetHeaders(hashedFolder, '')),
    ...named.map((file) => rule(pathOf(file), assetHeaders(file, textOf(file)))),
  ].join('\n');
}

function rule(pattern: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${pattern}\n${lines.join('')}`;
}

/** The build's SITE_URL, from the landing page. */
function siteUrlOf(landingPage: string): string | undefined {
  return /<link rel="canonical" href="([^"]+)"/.exec(landingPage)?.[1];
}
