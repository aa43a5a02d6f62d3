import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headersOfEveryAnswer } from '../headers.ts';
import { addressOf } from './addresses.ts';
import { hashedFolder, headersOfFile } from './file-headers.ts';

/**
 * On a static host the answer to an unknown path matches this rule alone. It therefore has the part
 * of the policy that suits pages and files alike: where two rules match, browsers hold to both.
 */
const policyOfAll = "base-uri 'none'; frame-ancestors 'none'";

/** The header table as a static host reads it: a path pattern, and below it the headers, indented. */
export function headersFile(folder: string, files: readonly string[]): string {
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
  const named = files.filter((file) => !file.startsWith(hashedFolder) && file !== '404.html');
  return [
    rule('/*', {
      ...headersOfEveryAnswer(publicAddress(textOf('index.html'))),
      'Content-Security-Policy': policyOfAll,
    }),
    rule(`/${hashedFolder}*`, headersOfFile(hashedFolder, '')),
    ...named.map((file) => rule(addressOf(file), headersOfFile(file, textOf(file)))),
  ].join('\n');
}

function rule(pattern: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${pattern}\n${lines.join('')}`;
}

/** The SITE_URL of the build, as the landing page says it of itself. */
function publicAddress(landingPage: string): string | undefined {
  return /<link rel="canonical" href="([^"]+)"/.exec(landingPage)?.[1];
}
