import { documentPolicy } from '../content-security-policy.ts';
import { cacheControl, filePolicy } from '../headers.ts';

/** Astro puts everything it names after its content into this folder. */
export const hashedFolder = '_astro/';

/** What a file of the site is answered with, beside what every answer carries. */
export function headersOfFile(file: string, text: string): Record<string, string> {
  if (file.endsWith('.html')) {
    return { 'Cache-Control': cacheControl.page, 'Content-Security-Policy': documentPolicy(text) };
  } else {
    const kept = file.startsWith(hashedFolder) ? cacheControl.hashed : cacheControl.file;
    return { 'Cache-Control': kept, 'Content-Security-Policy': filePolicy };
  }
}
