import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../server/http/static-site/load-site.ts';

/** Has browsers load what a page's script imports together with the script, and not one round trip later. */
export function preloadImports(folder: string): void {
  for (const file of filesOf(folder).filter((name) => name.endsWith('.html'))) {
    const path = join(folder, file);
    const html = readFileSync(path, 'utf8');
    const links = importsOf(folder, html).map((name) => `<link rel="modulepreload" href="/_astro/${name}"/>`);
    if (links.length > 0) {
      writeFileSync(path, html.replace('</head>', `${links.join('')}</head>`));
    }
  }
}

/** The files that the page's scripts import as they start. */
function importsOf(folder: string, html: string): string[] {
  const scripts = Array.from(html.matchAll(/<script type="module" src="\/([^"]+)"/g), ([, src = '']) => src);
  const imported = scripts.flatMap((src) => {
    const code = readFileSync(join(folder, src), 'utf8');
    return Array.from(code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g), ([, name = '']) => name);
  });
  return [...new Set(imported)];
}
