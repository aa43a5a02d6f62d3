import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { encodings } from './encodings.ts';

/** The header table for static hosts (Cloudflare Pages, Netlify), in the top folder. Ours never serves it. */
export const headersFileName = '_headers';

/** What the site consists of: paths inside its folder, with "/" between their parts, without compressed twins. */
export function filesOf(folder: string): string[] {
  const twins = encodings.map(({ ending }) => ending).filter(Boolean);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !twins.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((file) => file !== headersFileName)
    .sort();
}
