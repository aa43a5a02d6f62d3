import { readFileSync } from 'node:fs';
import { transform } from 'lightningcss';
import { expect, test } from 'vitest';
import { computeContrast } from '../check-look.ts';

const sheets = ['content/colors.css', 'site/styles/tokens.css', 'site/map/map.css'].map((file) =>
  readFileSync(file, 'utf8').split('@media (prefers-color-scheme: dark)'),
);
const byDay = sheets.map(([light]) => light).join('');
const byNight = sheets.map(([, dark]) => dark).join('');

const parseRoles = (css: string) =>
  Object.fromEntries(Array.from(css.matchAll(/(--[\w-]+): ([^;]+);/g), ([, name, value]) => [name, value]));
const schemes = { light: parseRoles(byDay), dark: { ...parseRoles(byDay), ...parseRoles(byNight) } };

/** The backgrounds of sections, from dusk to morning. */
const grounds = ['--ground', '--ground-dusk', '--ground-evening', '--ground-morning'];

/** The backgrounds behind forms and their results. */
const formGrounds = ['--ground', '--ground-morning', '--raised'];

/** Colors and their backgrounds, with at least the contrast of WCAG 2.2: 1.4.3 for text, 1.4.11 for graphics. */
const pairs: { role: string; backgrounds: string[]; minContrast: number }[] = [
  { role: '--text', backgrounds: [...grounds, '--raised', '--hairline', '--land'], minContrast: 4.5 },
  { role: '--text-muted', backgrounds: [...grounds, '--raised', '--hairline'], minContrast: 4.5 },
  { role: '--on-sign', backgrounds: ['--road', '--panel', '--place'], minContrast: 4.5 },
  { role: '--on-sign-muted', backgrounds: ['--road'], minContrast: 4.5 },
  { role: '--on-primary', backgrounds: ['--primary', '--primary-hover'], minContrast: 4.5 },
  { role: '--on-action', backgrounds: ['--action'], minContrast: 4.5 },
  { role: '--on-fault', backgrounds: ['--fault-fill'], minContrast: 4.5 },
  { role: '--fault', backgrounds: formGrounds, minContrast: 4.5 },
  { role: '--done', backgrounds: formGrounds, minContrast: 4.5 },
  { role: '--beacon', backgrounds: ['--road'], minContrast: 4.5 },
  { role: '--action', backgrounds: [...grounds, '--raised'], minContrast: 3 },
  { role: '--field-edge', backgrounds: formGrounds, minContrast: 3 },
  { role: '--focus', backgrounds: [...grounds, '--raised'], minContrast: 3 },
  { role: '--marker', backgrounds: [...grounds, '--raised', '--land'], minContrast: 3 },
  { role: '--primary', backgrounds: ['--road'], minContrast: 3 },
  { role: '--highway', backgrounds: ['--land'], minContrast: 4 },
];

for (const scheme of ['light', 'dark'] as const) {
  test.each(pairs)(`in the ${scheme} scheme, $role stands out on $backgrounds`, (pair) => {
    for (const background of pair.backgrounds) {
      const found = computeContrast(resolveHex(pair.role, scheme), resolveHex(background, scheme));
      expect(found, background).toBeGreaterThanOrEqual(pair.minContrast);
    }
  });
}

/** Returns the color as "#rrggbb", as for a browser without oklch(). */
function resolveHex(role: string, scheme: keyof typeof schemes): string {
  const value = schemes[scheme][role] ?? '';
  const [, other] = /^var\((.*)\)$/.exec(value) ?? [];
  if (other) {
    return resolveHex(other, scheme);
  }
  const code = Buffer.from(`a{color:${value}}`);
  const css = String(
    transform({ filename: 'a.css', code, minify: true, targets: { chrome: 80 << 16 } }).code,
  );
  const [, hex = ''] = /color:(#[0-9a-f]{3,6})/.exec(css) ?? [];
  return hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}` : hex;
}
