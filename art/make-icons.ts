// npm run icons: the pictures that browsers, phones and shared links show of the site, from the built
// site's own marker, font and hero picture. Run it after `npm run build`.
import { readFileSync, writeFileSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { business } from '../content/business.ts';
import { heroPicture } from '../content/gallery/index.ts';
import { en } from '../content/words/en.ts';
import { printedPhone } from '../contract/phone-number.ts';
import { findBrowser } from '../scripts/browser.mjs';

const dataUrl = (type: string, file: string) =>
  `data:${type};base64,${readFileSync(file).toString('base64')}`;
const marker = dataUrl('image/svg+xml', 'build/site/favicon.svg');
const tokens = readFileSync('site/styles/tokens.css', 'utf8');

const icon = (padding: number) => `
  <style>${tokens} body { margin: 0; background: transparent }
  .tile { display: grid; place-items: center; width: 100vw; height: 100vh; background: ${padding ? 'var(--road)' : 'none'} }
  img { height: calc(100% - ${2 * padding}%) }</style>
  <div class="tile"><img src="${marker}"></div>`;

const social = `
  <style>${tokens}
  @font-face { font-family: Overpass; font-weight: 600 900; src: url(${dataUrl('font/woff2', 'site/styles/overpass/overpass.woff2')}) }
  body { margin: 0; background: var(--road); color: var(--on-sign); font: 800 36px/1.15 Overpass }
  .picture { position: absolute; inset: 0 0 0 auto; width: 100%; height: 100%; object-fit: cover; object-position: right;
    mask-image: linear-gradient(90deg, transparent 20%, black 70%) }
  .words { position: relative; box-sizing: border-box; height: 630px; padding: 64px; display: grid; align-content: space-between }
  .name { display: flex; gap: 20px; align-items: center }
  .name img { height: 72px }
  h1 { margin: 0; max-width: 580px; font-size: 78px; line-height: 1; letter-spacing: -0.015em }
  .call { justify-self: start; padding: 16px 32px; border-radius: 20px; background: var(--act); color: var(--on-act); font-size: 56px }</style>
  <img class="picture" src="${dataUrl('image/jpeg', `content/gallery/${heroPicture.file}`)}">
  <div class="words">
    <div class="name"><img src="${marker}">${business.name}</div>
    <h1>${en.hero.headline}</h1>
    <div class="call">${printedPhone(business.phone)}</div>
  </div>`;

const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
writeFileSync('public/apple-touch-icon.png', await picture(browser, icon(12), 180, 180));
writeFileSync('public/favicon.ico', ico(await picture(browser, icon(0), 32, 32), 32));
writeFileSync('public/social.jpg', await picture(browser, social, 1200, 630, 'jpeg'));
await browser.close();

async function picture(
  from: Browser,
  html: string,
  width: number,
  height: number,
  type: 'png' | 'jpeg' = 'png',
) {
  const page = await from.newPage({ viewport: { width, height }, colorScheme: 'light' });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ type, ...(type === 'jpeg' ? { quality: 82 } : { omitBackground: true }) });
}

/** An ICO file that holds one PNG: a header of 6 bytes and an entry of 16 before it. */
function ico(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // one picture
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
