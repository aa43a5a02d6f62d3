import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sheet = readFileSync('site/styles/mile-markers.css', 'utf8');

test.each(['index', 'about'])('each section of %s has a mile post between 17 and 18', (page) => {
  const html = readFileSync(`build/site/${page}.html`, 'utf8');
  const ids = Array.from(html.matchAll(/<section id="([^"]+)"/g), ([, id = '']) => id);
  const miles = ids.map((id) => Number(new RegExp(`#${id} {[^}]*MILE ([\\d.]+)"`).exec(sheet)?.[1]));
  expect(miles.length).toBeGreaterThan(2);
  expect(miles).toEqual(miles.toSorted((a, b) => a - b));
  expect(new Set(miles).size).toBe(miles.length);
  expect(Math.min(...miles)).toBeGreaterThan(17);
  expect(Math.max(...miles)).toBeLessThan(18);
});

test('no screen reader announces the mile posts', () => {
  const contents = Array.from(sheet.matchAll(/content: (.+);/g), ([, content]) => content);
  expect(contents).toEqual(['""', 'var(--mile) / ""']);
});
