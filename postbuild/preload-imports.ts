import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSiteFiles } from '../server/http/static-site/load-site.ts';

/** Makes browsers load a page's scripts and their direct imports together, rather than one round trip later. */
export function preloadImports(folder: string): void {
  for (const file of listSiteFiles(folder).filter((name) => name.endsWith('.html'))) {
    const path = join(folder, file);
    const html = readFileSync(path, 'utf8');
    const links = listImports(folder, html).map(
      (name) => `<link rel="modulepreload" href="/_astro/${name}"/>`,
    );
    if (links.length > 0) {
      writeFileSync(path, html.replace('</head>', `${links.join('')}</head>`));
    }
  }
}

/** Lists the files that a page's scripts directly import when they start. */
function listImports(folder: string, html: string): string[] {
  const scripts = Array.from(html.matchAll(/<script type="module" src="\/([^"]+)"/g), ([, src = '']) => src);
  const imported = scripts.flatMap((src) => {
    const code = readFileSync(join(folder, src), 'utf8');
    return Array.from(code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g), ([, name = '']) => name);
  });
  return [...new Set(imported)];
}
