import sharp from 'sharp';
import { business } from '../../content/business.ts';
import { heroPicture } from '../../content/gallery/index.ts';
import type { Language } from '../../content/languages.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { words } from '../../content/words/index.ts';
import { markPicture } from '../components/mark.ts';
import { isTooBright } from '../hero-contrast.ts';
import { colorOf } from '../styles/palette.ts';
import { type Outline, textOutliner } from './outline-text.ts';

/** The size that all networks show uncropped. */
const width = 1200;
const height = 630;

const margin = 64;
const headline = { size: 78, mostWidth: 600, spacing: -0.015 };
const name = { size: 36, left: margin + 82, baseline: 110 };
const call = { size: 56, height: 96, padding: 34 };

/** The picture for shared links: name, headline and phone number from content/, over the hero picture. */
export async function socialPicture(language: Language): Promise<Buffer> {
  const { hero } = words[language];
  const phone = printedPhone(business.phone);
  const outline = await textOutliner([business.name, hero.headline, phone].join(''));
  const number = outline(phone, call.size);
  const isDimmed = await isTooBright(`content/gallery/${heroPicture.file}`);
  const callTop = height - margin - call.height;
  const lines = linesOf(hero.headline, (line) => outline(line, headline.size, headline.spacing));
  // Centers the lines between the name and the number.
  const firstBaseline = (136 + callTop) / 2 - ((lines.length - 2) * headline.size) / 2 - headline.size * 0.14;

  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="shade">
      <stop offset="${isDimmed ? 0.45 : 0.2}" stop-color="${colorOf('--road')}"/>
      <stop offset="${isDimmed ? 0.85 : 0.7}" stop-color="${colorOf('--road')}" stop-opacity="0"/>
    </linearGradient>
    <rect width="${width}" height="${height}" fill="url(#shade)"/>
    <g fill="${colorOf('--on-sign')}">
      <g transform="translate(${name.left} ${name.baseline})">${outline(business.name, name.size).path}</g>
      ${lines.map(({ path }, index) => `<g transform="translate(${margin} ${firstBaseline + index * headline.size})">${path}</g>`).join('')}
    </g>
    <rect x="${margin}" y="${callTop}" width="${number.width + 2 * call.padding}" height="${call.height}" rx="20" fill="${colorOf('--primary')}"/>
    <g fill="${colorOf('--on-primary')}" transform="translate(${margin + call.padding} ${callTop + call.height / 2 + call.size * 0.36})">${number.path}</g>
  </svg>`;

  return sharp(`content/gallery/${heroPicture.file}`)
    .autoOrient()
    .resize({ width, height, fit: 'cover', position: 'right' })
    .composite([{ input: Buffer.from(drawing) }, { input: await markPicture(72), left: margin, top: margin }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

/** Wraps the headline. */
function linesOf(text: string, set: (line: string) => Outline): Outline[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ');
    if (lines.length > 0 && set(longer).width <= headline.mostWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map(set);
}
