import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { type Language, languages } from '../content/languages.ts';
import { privacyAnchor } from '../content/navigation.ts';
import { phoneLink } from '../content/phone-number.ts';
import { words } from '../content/words/index.ts';
import { honeypotName } from '../contract/contact-fields.ts';

const site = 'build/site';
const read = (file: string) => readFileSync(`${site}/${file}`, 'utf8');
const landingPages = Object.entries(languages) as [Language, { path: string }][];

test.each(landingPages)('the %s pages say what becomes of what is sent', (language, { path }) => {
  const { form, privacy } = words[language];
  const pages = { index: read(`${path.slice(1)}index.html`), about: read(`${path.slice(1)}about.html`) };
  expect(pages.index).toContain(form.privacy);
  expect(pages.index).toContain(`name="${honeypotName}"`);
  const link = (page: string) => `<a href="${page}#${privacyAnchor}">${privacy.heading}</a>`;
  expect(pages.index.split('<footer')[1]).toContain(link(`${path}about`));
  expect(pages.about.split('<footer')[1]).toContain(link(''));

  const [, after = ''] = pages.about.split(`<section id="${privacyAnchor}"`);
  const [section = ''] = after.split('</section>');
  const howLong = privacy.rows.find(({ text }) => text.includes('{retentionDays}'));
  expect(section).toContain(howLong?.text.replace('{retentionDays}', String(business.retentionDays)));
  expect(section).toContain(`href="${phoneLink(business.phone)}"`);
  expect(section).toContain(`href="mailto:${business.email}"`);
  expect(section).toContain(business.privacySince.slice(0, 4));
  expect(section).not.toMatch(/[{}]/);
});

test('security.txt says how to report a vulnerability, and expires within a year (RFC 9116)', () => {
  const text = read('.well-known/security.txt');
  expect(text).toMatch(new RegExp(`^Contact: mailto:${business.email}$`, 'm'));
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  const months = (expires - Date.now()) / (30.44 * 24 * 60 * 60_000);
  expect(Math.round(months)).toBe(11);
});

test('the headers file fits static hosts: lines under 2,000 characters, at most 100 rules', () => {
  const lines = read('_headers').split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(2_000);
  expect(lines.filter((line) => line.startsWith('/')).length).toBeLessThanOrEqual(100);
});

test('built files load nothing from other origins', () => {
  for (const file of globSync('**/*.{html,css}', { cwd: site })) {
    expect(read(file)).not.toMatch(/(src|srcset|action|data)="?https?:|url\(["']?(https?:|\/\/)|@import/);
    for (const [link = ''] of read(file).matchAll(/<link[^>]*>/g)) {
      expect(link).toMatch(/rel="(canonical|alternate)"|href="\//);
    }
  }
});
