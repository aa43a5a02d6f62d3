import type { APIContext } from 'astro';
import { business } from '../../../content/business.ts';
import { languages } from '../../../content/languages.ts';

/** The number of months until the file expires (RFC 9116, 2.5.5 recommends less than a year). */
const validMonths = 11;

/** Where to report security vulnerabilities (RFC 9116). */
export function GET({ site }: APIContext): Response {
  const expires = new Date();
  expires.setUTCMonth(expires.getUTCMonth() + validMonths);
  const lines = [
    `Contact: mailto:${business.email}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${Object.keys(languages).join(', ')}`,
    `Canonical: ${new URL('/.well-known/security.txt', site)}`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
