import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAssetHeaders, createCommonHeaders, hashedFolder } from '../server/http/headers.ts';
import { convertToPath } from '../server/http/static-site/load-site.ts';

/**
 * The policy for all paths. A static host applies only this rule to most unknown paths. If two rules match,
 * browsers enforce both, so this rule has only the parts that suit both pages and files.
 */
const generalPolicy = "base-uri 'none'; frame-ancestors 'none'";

/** Returns the headers in a format of static hosts: path patterns, each followed by indented headers. */
export function createHeadersFile(folder: string, files: readonly string[]): string {
  const readText = (file: string) => readFileSync(join(folder, file), 'utf8');
  const named = files.filter((file) => !file.startsWith(hashedFolder) && !file.endsWith('404.html'));
  return [
    formatRule('/*', {
      ...createCommonHeaders(readSiteUrl(readText('index.html'))),
      'Content-Security-Policy': generalPolicy,
    }),
    formatRule(`/${hashedFolder}*`, createAssetHeaders(hashedFolder, '')),
    ...named.map((file) => formatRule(convertToPath(file), createAssetHeaders(file, readText(file)))),
  ].join('\n');
}

function formatRule(pattern: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${pattern}\n${lines.join('')}`;
}

/** Reads the site's URL from the landing page. */
function readSiteUrl(landingPage: string): string | undefined {
  return /<link rel="canonical" href="([^"]+)"/.exec(landingPage)?.[1];
}
