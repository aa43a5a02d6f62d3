// npm run icons: generates browser and phone icons from the built site's marker.
import { readFileSync, writeFileSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';

const dataUrl = (type: string, file: string) =>
  `data:${type};base64,${readFileSync(file).toString('base64')}`;
const marker = dataUrl('image/svg+xml', 'build/site/favicon.svg');
const tokens = readFileSync('site/styles/tokens.css', 'utf8');

const icon = (padding: number) => `
  <style>${tokens} body { margin: 0; background: transparent }
  .tile { display: grid; place-items: center; width: 100vw; height: 100vh; background: ${padding ? 'var(--road)' : 'none'} }
  img { height: calc(100% - ${2 * padding}%) }</style>
  <div class="tile"><img src="${marker}"></div>`;

const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
writeFileSync('public/apple-touch-icon.png', await picture(browser, icon(12), 180, 180));
writeFileSync('public/favicon.ico', ico(await picture(browser, icon(0), 32, 32), 32));
await browser.close();

async function picture(from: Browser, html: string, width: number, height: number) {
  const page = await from.newPage({ viewport: { width, height }, colorScheme: 'light' });
  await page.setContent(html);
  return page.screenshot({ type: 'png', omitBackground: true });
}

/** An ICO file with one PNG, after a 6-byte header and a 16-byte entry. */
function ico(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // one picture
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // color planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
