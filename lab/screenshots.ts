// npm run screenshots: every page at every width in both color schemes, in build/screenshots, and the
// README's picture.
import { mkdirSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';
import { startSite } from '../tests/support/start-site.ts';

const folder = 'build/screenshots';
const widths = [320, 360, 412, 768, 1024, 1440, 1920];
const schemes = ['light', 'dark'] as const;
const pages = {
  'landing-en': '/',
  'landing-es': '/es/',
  'about-en': '/about',
  'about-es': '/es/about',
  'not-found': '/nowhere',
};

const site = await startSite();
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
mkdirSync(folder, { recursive: true });

for (const colorScheme of schemes) {
  for (const width of widths) {
    const page = await open(browser, { width, height: 900 }, colorScheme);
    for (const [name, path] of Object.entries(pages)) {
      // With an anchor, because only then is the whole page laid out (Section.module.css).
      await page.goto(`${path}#main`);
      await showPictures(page);
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
    await page.context().close();
  }
}

const page = await open(browser, { width: 1280, height: 800 }, 'light');
await page.goto('/');
await showPictures(page);
await page.screenshot({ path: 'docs/landing-page.png' });

await browser.close();
await site.stop();
console.log(`Pictures of every page are in ${folder}, the README's in docs/landing-page.png.`);

async function open(
  from: Browser,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
) {
  const context = await from.newContext({
    baseURL: site.url,
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/** Images load lazily, but a full-page screenshot never scrolls to them. */
async function showPictures(page: Page) {
  await page.evaluate(async () => {
    const images = Array.from(document.images);
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode()));
  });
}
