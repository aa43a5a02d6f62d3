import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { postbuild } from '../../postbuild/postbuild.ts';
import { createMemoryFolder } from './memory-folder.ts';

/** Long enough to benefit from compression. */
const filler = 'Diesel repair at the roadside. '.repeat(20);

const renderPage = (title: string) => `<!doctype html><html lang="en"><head><title>${title}</title>
<link rel="canonical" href="https://www.example.com/">
<style>body{margin:0}</style><script>document.title+=''</script>
<script type="application/ld+json">{"name":"x"}</script>
<script type="module" src="/_astro/a.Hash1234.js"></script></head><body><h1>${title}</h1>${filler}</body></html>`;

/** A small version of Astro's output. */
const files = {
  'index.html': renderPage('Home'),
  'about.html': renderPage('About'),
  'es/index.html': renderPage('Inicio'),
  'es/about.html': renderPage('Quienes somos'),
  '404.html': renderPage('Oops! Page not found'),
  'es/404.html': renderPage('No existe'),
  '_astro/a.Hash1234.js': `export const words = ${JSON.stringify(filler)};`,
  'robots.txt': 'User-agent: *\n',
  '.well-known/security.txt': 'Contact: mailto:x@example.com\n',
};

/** Writes a small built site and returns the folder that contains `build/site`. */
export function createTinySite(): string {
  const folder = createMemoryFolder('site');
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, 'build/site', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  postbuild(join(folder, 'build/site'));
  return folder;
}
