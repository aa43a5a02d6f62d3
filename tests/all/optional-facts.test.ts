import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { words } from '../../content/words/index.ts';
import { build, changeFacts, copyProject } from '../support/copy-project.ts';
import { bytesOnTheWire } from '../support/raw-exchange.ts';
import { type Site, startSite } from '../support/start-site.ts';

// The facts that an owner may add, all of them, in a copy of the project.

const facts = {
  payment: {
    en: ['Cash', 'Visa', 'Mastercard', 'Zelle', 'EFS', 'Comdata', 'T-Chek'],
    es: ['Efectivo', 'Visa', 'Mastercard', 'Zelle', 'EFS', 'Comdata', 'T-Chek'],
  },
  rates: {
    en: 'Service call $125 within 25 miles, then $3.50 a mile. Labor $135 an hour, quoted before we start.',
    es: 'Visita $125 hasta 25 millas, después $3.50 por milla. Mano de obra $135 por hora; se cotiza antes.',
  },
  notDone: {
    en: ['Tires', 'Transmission rebuilds', 'Trailer frames'],
    es: ['Llantas', 'Reconstrucción de transmisiones', 'Chasises de remolque'],
  },
  town: 'Katy, TX',
  worksOnShoulders: true,
  textLine: '+17135550188',
  answerWithinMinutes: 10,
  profiles: [{ name: 'Reviews on Google', url: 'https://g.page/r/example' }],
  pages: true,
};

/** The default may be 10,000 bytes (built-pages.test.ts). */
const firstResponseLimit = 10_800;

let copy: string;
let site: Site;
beforeAll(async () => {
  copy = copyProject();
  changeFacts(copy, 'business', facts);
  build(copy);
  site = await startSite({ project: copy });
});
afterAll(() => site.stop());

test.each([
  ['en', 'about.html'],
  ['es', 'es/about.html'],
] as const)('the privacy section in %s says who rings the phones', (language, file) => {
  const text = textOf(readFileSync(join(copy, 'build/site', file), 'utf8'));
  expect(text).toContain(words[language].privacy.paging.trim());
});

describe.each([
  ['en', 'index.html', '/'],
  ['es', 'es/index.html', '/es/'],
] as const)('in %s', (language, file, path) => {
  const { contact, services } = words[language];
  test('each fact has a place on the page', () => {
    const text = textOf(readFileSync(join(copy, 'build/site', file), 'utf8'));
    expect(text).toContain(`${services.terms.payment} ${facts.payment[language].join(' · ')}`);
    expect(text).toContain(`${services.terms.rates} ${facts.rates[language]}`);
    expect(text).toContain(`${services.terms.notDone} ${facts.notDone[language].join(' · ')}`);
    expect(text).toContain(`${contact.townLabel} ${facts.town}`);
    expect(text).toContain('Reviews on Google');
    expect(text).toContain(services.shoulders.worked);
    expect(text).not.toContain(services.shoulders.notWorked);
  });

  test('a text is offered beside each orange call button, and only if there is a number', () => {
    const link = `href="sms:${facts.textLine}`;
    const html = readFileSync(join(copy, 'build/site', file), 'utf8');
    expect(html.split(link).length - 1).toBeGreaterThanOrEqual(2);
    expect(readFileSync(join('build/site', file), 'utf8').includes('href="sms:')).toBe(
      business.textLine !== '',
    );
  });

  test('search engines read what the page says', () => {
    const html = readFileSync(join(copy, 'build/site', file), 'utf8');
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      address: {
        '@type': 'PostalAddress',
        addressLocality: 'Katy',
        addressRegion: 'TX',
        addressCountry: 'US',
      },
      sameAs: ['https://g.page/r/example'],
      paymentAccepted: facts.payment[language].join(', '),
    });
  });

  test('a fact that is not written has no place', () => {
    const html = readFileSync(join('build/site', file), 'utf8');
    const places = [
      [contact.townLabel, business.town],
      [services.terms.payment, business.payment[language]],
      [services.terms.rates, business.rates[language]],
      [services.terms.notDone, business.notDone[language]],
    ] as const;
    for (const [label, fact] of places) {
      expect(html.includes(`<dt>${label}</dt>`), label).toBe(fact.length > 0);
    }
  });

  test(`the first response with all facts is at most ${firstResponseLimit} bytes`, async () => {
    expect(await bytesOnTheWire(site.url + path)).toBeLessThanOrEqual(firstResponseLimit);
  });
});

test('what the business does not claim is nowhere, and its hours are everywhere', () => {
  const modest = copyProject();
  changeFacts(modest, 'business', {
    hours: { opens: '07:00', closes: '19:00' },
    credentials: { aseCertified: false, licensedAndInsured: false },
    claims: { yearsOfExperience: '', clients: '', hoursSaved: '' },
  });
  build(modest);
  for (const file of ['index.html', 'about.html', 'es/index.html', 'es/about.html']) {
    const html = readFileSync(join(modest, 'build/site', file), 'utf8');
    const text = textOf(html);
    expect(text, file).not.toMatch(/24\/7|\bASE\b|[Ll]icensed|licencia|day or night|any hour|cualquier hora/);
    expect(html, file).not.toMatch(/<(li|dl|dd|dt|p|h3|b)(?: [^>]*)?>\s*<\/\1>/);
    expect(text, file).toMatch(/7:00\s(?:AM|a\.m\.)/);
  }
});

function textOf(html: string): string {
  return html
    .replace(/<(style|script)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}
