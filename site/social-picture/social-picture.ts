import sharp from 'sharp';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { formatPhone } from '../../content/phone-number.ts';
import { words } from '../../content/words/index.ts';
import { logoHasName } from '../components/logo-file.ts';
import { drawMark } from '../components/standalone-mark.ts';
import { fillFacts, splitSentences } from '../fill-facts.ts';
import { areas as allAreas } from '../gazetteer/areas.ts';
import { getColor } from '../styles/palette.ts';
import { createTextOutliner, type Outline } from './outline-text.ts';
import { height, width } from './size.ts';

const margin = 48;
const board = { top: 130, height: 232, padding: 44 };
const signs = { top: 388, height: 194, gap: 16 };
const call = { width: 560, size: 68 };

/** The picture for shared links. It shows the name, the headline, the phone number, and at most two areas. */
export async function drawSocialPicture(language: Language): Promise<Buffer> {
  const { hero, serviceArea } = words[language];
  const headline = fillFacts(hero.headline, language);
  const [upper, lower] = splitIntoTwoLines(serviceArea.averageResponse);
  const phone = formatPhone(business.phone);
  const areas = allAreas.slice(0, 2).map(({ city, averageMinutes }) => ({
    city,
    minutes: interpolate(hero.minutes, { minutes: averageMinutes }),
  }));
  const texts = [business.name, headline, phone, upper, lower, ...areas.flatMap(Object.values)];
  const outline = await createTextOutliner(texts.join(''));
  const lines = splitSentences(headline).map((line) => outline(line.trim(), 100, -0.015));
  const scale = Math.min(
    (width - 2 * margin - 2 * board.padding) / Math.max(...lines.map((line) => line.width)),
    1.85 / lines.length,
  );
  const lineHeight = (board.height - 40) / lines.length;
  const signsLeft = margin + call.width + signs.gap;
  const signWidth = (width - margin - signsLeft - (areas.length - 1) * signs.gap) / areas.length;

  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <linearGradient id="sky" x2="0" y2="1">
        <stop stop-color="${getColor('--night')}"/>
        <stop offset="0.6" stop-color="${getColor('--dusk')}"/>
        <stop offset="1" stop-color="${getColor('--ember')}"/>
      </linearGradient>
      <pattern id="dots" width="7" height="7" patternUnits="userSpaceOnUse">
        <rect width="7" height="7" fill="${getColor('--beacon-dim')}"/>
        <circle cx="3.5" cy="3.5" r="3.2" fill="${getColor('--beacon')}"/>
      </pattern>
    </defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    ${logoHasName ? '' : drawText(outline(business.name, 42), margin + 84, 92, '--on-sign')}
    <rect x="${margin}" y="${board.top}" width="${width - 2 * margin}" height="${board.height}" rx="10" fill="${getColor('--board')}" stroke="${getColor('--road-line')}" stroke-width="6"/>
    <mask id="headline">
      ${lines.map(({ path }, index) => `<g fill="white" transform="translate(${margin + board.padding} ${board.top + 20 + lineHeight * (index + 0.5) + 36 * scale}) scale(${scale})">${path}</g>`).join('')}
    </mask>
    <rect x="${margin}" y="${board.top}" width="${width - 2 * margin}" height="${board.height}" fill="url(#dots)" mask="url(#headline)"/>
    ${drawSign(margin, call.width, '--primary', '--on-primary')}
    ${drawText(fitText(outline, phone, call.size, call.width - 64), margin + 32, signs.top + signs.height / 2 + call.size * 0.36, '--on-primary')}
    ${areas
      .map(({ city, minutes }, index) => {
        const left = signsLeft + index * (signWidth + signs.gap);
        return [
          drawSign(left, signWidth, '--place', '--on-sign'),
          ...[
            { line: city, size: 32, baseline: 52 },
            { line: minutes, size: 60, baseline: 109 },
            { line: upper, size: 25, baseline: 143 },
            { line: lower, size: 25, baseline: 170 },
          ].map(({ line, size, baseline }) =>
            drawText(
              fitText(outline, line, size, signWidth - 52),
              left + 26,
              signs.top + baseline,
              '--on-sign',
            ),
          ),
        ].join('');
      })
      .join('')}
  </svg>`;

  return sharp(Buffer.from(drawing))
    .composite([{ input: await drawMark(68, logoHasName ? width - 2 * margin : 68), left: margin, top: 40 }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

type ColorName = Parameters<typeof getColor>[0];

/** Draws a sign with its inset border. */
function drawSign(left: number, signWidth: number, background: ColorName, foreground: ColorName): string {
  const { top, height: signHeight } = signs;
  return `<rect x="${left}" y="${top}" width="${signWidth}" height="${signHeight}" rx="18" fill="${getColor(background)}"/>
    <rect x="${left + 8}" y="${top + 8}" width="${signWidth - 16}" height="${signHeight - 16}" rx="12" fill="none" stroke="${getColor(foreground)}" stroke-width="4"/>`;
}

function drawText({ path }: Outline, left: number, baseline: number, color: ColorName): string {
  return `<g fill="${getColor(color)}" transform="translate(${left} ${baseline})">${path}</g>`;
}

/** Splits words into two lines whose lengths differ as little as possible. */
function splitIntoTwoLines(words: string): [upper: string, lower: string] {
  const spaces = Array.from(words.matchAll(/ /g), ({ index }) => index);
  const unevenness = (at: number) => Math.abs(words.length - 2 * at);
  const [middle = words.length] = spaces.toSorted((first, second) => unevenness(first) - unevenness(second));
  return [words.slice(0, middle), words.slice(middle).trim()];
}

/** Returns the outline of a text, in a smaller size if a long name or number does not fit. */
function fitText(
  outline: (text: string, size: number) => Outline,
  content: string,
  size: number,
  maxWidth: number,
): Outline {
  const { width: natural } = outline(content, size);
  return outline(content, natural > maxWidth ? (size * maxWidth) / natural : size);
}
