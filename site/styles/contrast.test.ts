import { readFileSync } from 'node:fs';
import { transform } from 'lightningcss';
import { expect, test } from 'vitest';
import { contrast } from '../check-look.ts';

const sheets = ['content/colors.css', 'site/styles/tokens.css', 'site/map/map.css'].map((file) =>
  readFileSync(file, 'utf8').split('@media (prefers-color-scheme: dark)'),
);
const byDay = sheets.map(([light]) => light).join('');
const byNight = sheets.map(([, dark]) => dark).join('');

const rolesIn = (css: string) =>
  Object.fromEntries(Array.from(css.matchAll(/(--[\w-]+): ([^;]+);/g), ([, name, value]) => [name, value]));
const schemes = { light: rolesIn(byDay), dark: { ...rolesIn(byDay), ...rolesIn(byNight) } };

/** What sections stand on: by day four steps from dusk to morning. */
const grounds = ['--ground', '--ground-dusk', '--ground-evening', '--ground-first-light', '--ground-morning'];

/** Where each is used, with the least contrast of WCAG 2.2: 1.4.3 for text, 1.4.11 for what is drawn. */
const pairs: [role: string, on: string[], least: number][] = [
  ['--text', [...grounds, '--raised', '--hairline', '--land'], 4.5],
  ['--text-muted', [...grounds, '--raised', '--hairline'], 4.5],
  ['--on-sign', ['--road', '--panel', '--place'], 4.5],
  ['--on-sign-muted', ['--road'], 4.5],
  ['--on-primary', ['--primary', '--primary-hover'], 4.5],
  ['--on-action', ['--action'], 4.5],
  ['--on-fault', ['--fault-fill'], 4.5],
  ['--fault', [...grounds, '--raised'], 4.5],
  ['--done', [...grounds, '--raised'], 4.5],
  ['--beacon', ['--road'], 4.5],
  ['--action', [...grounds, '--raised'], 3],
  ['--field-edge', [...grounds, '--raised'], 3],
  ['--focus', [...grounds, '--raised'], 3],
  ['--marker', [...grounds, '--raised', '--land'], 3],
  ['--primary', ['--road'], 3],
  ['--highway', ['--land'], 4],
];

for (const scheme of ['light', 'dark'] as const) {
  test.each(pairs)(`in the ${scheme} scheme %s stands out on %j`, (role, grounds, least) => {
    for (const ground of grounds) {
      expect(contrast(hexOf(role, scheme), hexOf(ground, scheme)), ground).toBeGreaterThanOrEqual(least);
    }
  });
}

/** The color as "#rrggbb", converted for a browser without oklch(). */
function hexOf(role: string, scheme: keyof typeof schemes): string {
  const value = schemes[scheme][role] ?? '';
  const [, other] = /^var\((.*)\)$/.exec(value) ?? [];
  if (other) {
    return hexOf(other, scheme);
  }
  const code = Buffer.from(`a{color:${value}}`);
  const css = String(
    transform({ filename: 'a.css', code, minify: true, targets: { chrome: 80 << 16 } }).code,
  );
  const [, hex = ''] = /color:(#[0-9a-f]{3,6})/.exec(css) ?? [];
  return hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}` : hex;
}
