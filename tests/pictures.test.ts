import { globSync, readFileSync, statSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { gallery } from '../content/gallery.ts';

import { faults } from '../site/scenes/drawings/EngineDiagnostics.tsx';

const site = 'build/site';
const scenes = readFileSync(`${site}/scenes.svg`, 'utf8');

/** Compressed bytes of scenes.svg with all six drawings. */
const scenesLimit = 7_500;

test('scenes.svg stays within its byte limit', () => {
  expect(statSync(`${site}/scenes.svg.br`).size).toBeLessThanOrEqual(scenesLimit);
});

test('scenes.svg has exactly the drawings that pages show', () => {
  const pages = globSync(`${site}/**/*.{html,css}`).map((page) => readFileSync(page, 'utf8'));
  const shown = new Set(Array.from(pages.join().matchAll(/\/scenes\.svg#([\w-]+)/g), ([, name]) => name));
  const views = Array.from(scenes.matchAll(/<view id="([^"]+)"/g), ([, name]) => name);
  expect(shown.size).toBeGreaterThan(3);
  expect(views.sort()).toEqual([...shown].sort());
});

test('ids in scenes.svg are unique and every reference has its id', () => {
  const ids = Array.from(scenes.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
  const used = Array.from(
    scenes.matchAll(/href="#([^"]+)"|url\(#([^)]+)\)/g),
    ([, part, paint]) => part ?? paint,
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((id) => !ids.includes(id))).toEqual([]);
});

test('the description of the diagnostics picture has each code on the laptop', () => {
  const item = gallery.find((entry) => entry.type === 'drawing' && entry.drawing === 'engine-diagnostics');
  if (!item) {
    return;
  }
  const codes = faults.flatMap(([spn, fmi]) => [`SPN ${spn}`, `FMI ${fmi}`]);
  for (const description of Object.values(item.alt)) {
    expect(description.match(/(?:SPN|FMI) \d+/g)).toEqual(codes);
  }
});

test('favicon.ico, which browsers request automatically, has the icon in three sizes', async () => {
  const file = readFileSync('build/site/favicon.ico');
  const [reserved, type, count = 0] = [0, 2, 4].map((offset) => file.readUInt16LE(offset));
  expect(reserved).toBe(0);
  expect(type).toBe(1);
  expect(count).toBe(3);
  const sizes = Array.from({ length: count }, async (_, index) => {
    const entry = file.subarray(6 + 16 * index);
    const [length, offset] = [entry.readUInt32LE(8), entry.readUInt32LE(12)];
    const { format, width, height } = await sharp(file.subarray(offset, offset + length)).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: entry[0], height: entry[1] });
    return width;
  });
  expect(await Promise.all(sizes)).toEqual([16, 32, 48]);
});

test('owners may empty content/gallery: no code or documentation is there', () => {
  expect(globSync('content/gallery/**/*.{ts,tsx,js,mjs,json,md}')).toEqual([]);
});
