// @vitest-environment happy-dom
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { gallery } from '../content/gallery/index.ts';
import { interpolate } from '../content/interpolate.ts';
import { defaultLanguage, type Language, languages } from '../content/languages.ts';
import { navigation } from '../content/navigation.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { services } from '../content/services.ts';
import { words as allWords } from '../content/words/index.ts';
import { contactFields, fieldNames, honeypotName, serviceValues } from '../contract/contact-fields.ts';
import { callLink, emailLink, facts } from '../site/facts.ts';
import { said } from '../site/facts-in.ts';
import { areas } from '../site/gazetteer/areas.ts';
import { pathOf, sectionLink } from '../site/routes.ts';

// Style sheets of the page are not loaded.
Object.assign((window as unknown as { happyDOM: { settings: object } }).happyDOM.settings, {
  handleDisabledFileLoadingAsSuccess: true,
});

const site = 'build/site';
const origin = 'https://set-site-url.example';
const all = Object.keys(languages) as Language[];
const paths = all.flatMap((language) => [pathOf('landing', language), pathOf('about', language)]);

const fileOf = (path: string) =>
  `${site}${path.endsWith('/') ? `${path}index.html` : existsSync(site + path) ? path : `${path}.html`}`;
const pageAt = (path: string) =>
  new DOMParser().parseFromString(readFileSync(fileOf(path), 'utf8'), 'text/html');
const textOf = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
/** As `textOf` gives it: hours have narrow spaces. */
const spaced = (sentence: string) => sentence.replace(/\s+/g, ' ');
const linksIn = (element: Element | null) =>
  Array.from(element?.querySelectorAll('a') ?? [], (link) => [textOf(link), link.getAttribute('href')]);

describe.each(all)('in %s', (language) => {
  const words = allWords[language];
  const landing = pageAt(pathOf('landing', language));
  const about = pageAt(pathOf('about', language));
  const section = (id: string) => landing.getElementById(id);

  test('the header leads home, to each section, to the about page and the other language, and calls', () => {
    for (const page of [landing, about]) {
      expect(page.documentElement.lang).toBe(language);
      const header = page.querySelector('header');
      for (const item of navigation) {
        const href =
          'section' in item
            ? sectionLink(page === about ? 'about' : 'landing', 'landing', language, item.section)
            : pathOf(item.page, language);
        expect(linksIn(header)).toContainEqual([words.navigation[item.name], href]);
      }
      expect(linksIn(header)).toContainEqual([`${words.header.emergency} ${facts.phone}`, callLink]);
      expect(linksIn(header)).toContainEqual([business.name, pathOf('landing', language)]);
      const route = page === about ? 'about' : 'landing';
      for (const other of all.filter((one) => one !== language)) {
        const links = Array.from(page.querySelectorAll(`a[lang=${other}]`));
        expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill(pathOf(route, other)));
        // In the strip, and last in the menu.
        expect(links[1]?.closest('nav li')?.nextElementSibling).toBeNull();
      }
    }
    expect(textOf(about.querySelector('nav [aria-current=page]'))).toBe(words.navigation.about);
  });

  test('the first screen calls and leads to the form, and says which language calls are answered in', () => {
    const hero = landing.querySelector('main')?.firstElementChild ?? null;
    expect(landing.querySelector('h1')?.textContent).toBe(words.hero.headline);
    expect(linksIn(hero)).toContainEqual([`${words.hero.call} ${facts.phone}`, callLink]);
    expect(linksIn(hero)).toContainEqual([words.hero.request, '#contact']);
    const isSpoken = business.phoneLanguages.includes(language);
    expect(textOf(hero).includes(words.phone.notSpoken)).toBe(!isSpoken);
  });

  test('every service has an icon, a title and a description', () => {
    const items = Array.from(section('services')?.querySelector('ul')?.children ?? []);
    expect(items).toHaveLength(services.length);
    for (const { id } of services) {
      const item = items.find((one) => textOf(one.querySelector('h3')) === words.services.items[id].title);
      expect(textOf(item ?? null)).toContain(words.services.items[id].description);
      expect(item?.querySelector('svg')).not.toBeNull();
    }
  });

  test('each area lists every town, and calls its minutes an average', () => {
    const text = textOf(section('service-area'));
    for (const { city, averageMinutes, towns } of areas) {
      const minutes = interpolate(words.serviceArea.minutes, { minutes: averageMinutes });
      const downtown = interpolate(words.serviceArea.downtown, { city });
      for (const sentence of [
        words.serviceArea.averageResponse,
        minutes,
        downtown,
        ...towns.map(({ name }) => name),
      ]) {
        expect(text).toContain(sentence);
      }
    }
  });

  test('the gallery has every captioned picture, each a plain link to its file, and two links to more', () => {
    const figures = Array.from(section('gallery')?.querySelectorAll('li > figure') ?? []);
    expect(figures.map((figure) => figure.querySelector('img')?.alt)).toEqual(
      gallery.map(({ alt }) => alt[language]),
    );
    for (const [index, figure] of figures.entries()) {
      expect(textOf(figure)).toContain(gallery[index]?.caption[language]);
      expect(figure.querySelector('a')?.getAttribute('href')).toMatch(/\.jpe?g$/);
    }
    const isIllustrated = gallery.every(({ type }) => type === 'illustration');
    expect(textOf(section('gallery')).includes(words.gallery.drawn)).toBe(isIllustrated);
    const { requestDocumentation, callForUpdates } = words.gallery;
    expect(linksIn(section('gallery'))).toContainEqual([requestDocumentation, '#contact']);
    expect(linksIn(section('gallery'))).toContainEqual([`${callForUpdates} ${facts.phone}`, callLink]);
  });

  test('contact section and footers say how to reach the business', () => {
    const contact = section('contact');
    for (const sentence of [
      words.contact.title,
      words.contact.subtitle,
      words.contact.headline,
      words.contact.hours,
    ]) {
      expect(textOf(contact)).toContain(spaced(said(sentence, language)));
    }
    expect(textOf(contact)).toContain(said(words.contact.areas, language));
    expect(linksIn(contact)).toContainEqual([`${words.contact.callNow} ${facts.phone}`, callLink]);
    const footers = [landing, about].map((page) => page.querySelector('footer'));
    expect(linksIn(contact)).toContainEqual([facts.phone, callLink]);
    for (const part of [contact, ...footers]) {
      expect(linksIn(part)).toContainEqual([business.email, emailLink]);
    }
    for (const footer of footers) {
      const { tagline, description, area, copyright, emergency } = words.footer;
      for (const sentence of [
        business.name,
        tagline,
        description,
        said(area, language),
        said(copyright, language),
      ]) {
        expect(textOf(footer)).toContain(sentence);
      }
      expect(linksIn(footer)).toContainEqual([`${emergency} ${facts.phone}`, callLink]);
      for (const { id } of services) {
        expect(linksIn(footer).map(([name]) => name)).toContain(words.services.items[id].title);
      }
      if (business.agency.name)
        expect(linksIn(footer).map(([, href]) => href)).toContain(business.agency.url);
    }
  });

  test('the form has its fields, empty and required, its sentences without scripts, and nothing to hear for people', () => {
    const form = section('contact-form')?.querySelector('form');
    const controls = fieldNames.map((name) => form?.querySelector(`[name=${name}]`));
    for (const [index, control] of controls.entries()) {
      const field = contactFields[fieldNames[index] as keyof typeof contactFields];
      expect(control?.hasAttribute('required')).toBe(true);
      expect(control?.hasAttribute('value')).toBe(false);
      if ('type' in field) expect(control?.getAttribute('type')).toBe(field.type);
      if ('autocomplete' in field) expect(control?.getAttribute('autocomplete')).toBe(field.autocomplete);
      expect(textOf(form?.querySelector(`label[for=${control?.id}]`) ?? null)).toBe(
        words.form.labels[fieldNames[index] as keyof typeof words.form.labels],
      );
    }
    const options = Array.from(form?.querySelectorAll('option') ?? []);
    expect(options.map(textOf)).toEqual([
      words.form.placeholders.service,
      ...Object.values(words.form.services),
    ]);
    expect(options.map((option) => option.getAttribute('value'))).toEqual(['', ...serviceValues]);
    expect(form?.querySelector('textarea')?.placeholder).toBe(words.form.placeholders.message);
    expect(form?.querySelector('noscript')?.textContent).toContain(words.messageHint);
    expect(Array.from(form?.querySelectorAll('button') ?? [], textOf)).toEqual([words.form.send]);
    const honeypot = form?.querySelector(`[name=${honeypotName}]`);
    expect(honeypot?.closest('[aria-hidden=true]')).not.toBeNull();
    expect(honeypot?.getAttribute('tabindex')).toBe('-1');
    // There from the start: a live region that arrives with its text is not announced.
    expect(landing.querySelector('#toast-sent[role=status]')?.childNodes).toHaveLength(0);
    expect(landing.querySelector('#toast-failed[role=alert][aria-live=assertive]')?.childNodes).toHaveLength(
      0,
    );
  });

  test('the about page has the claims that are known, and the reasons', () => {
    const text = textOf(about.querySelector('main'));
    for (const [figure, label] of [
      [business.claims.yearsOfExperience, words.claims.years],
      [business.claims.clients, words.claims.clients],
      [business.claims.hoursSaved, words.claims.hours],
    ] as const) {
      const row = Array.from(about.querySelectorAll('dl > div')).find((one) => textOf(one).includes(label));
      if (figure === '') expect(row).toBeUndefined();
      else expect(textOf(row ?? null)).toContain(interpolate(words.claims.figure, { figure }));
    }
    for (const { title, reason } of words.about.why.filter((one) => one.title !== '')) {
      expect(text).toContain(title);
      expect(text).toContain(spaced(said(reason, language)));
    }
  });

  test('what search engines read is also on the page', () => {
    const data = JSON.parse(landing.querySelector('script[type="application/ld+json"]')?.textContent ?? '');
    expect(data).toMatchObject({
      '@type': 'AutoRepair',
      '@id': `${origin}/#business`,
      url: origin + pathOf('landing', language),
      telephone: business.phone,
      openingHoursSpecification: business.hours,
      knowsLanguage: business.phoneLanguages,
    });
    expect(data.openingHoursSpecification.dayOfWeek).toHaveLength(7);
    expect('address' in data).toBe(business.town !== '');
    for (const unconfirmed of ['geo', 'aggregateRating', 'review', 'priceRange']) {
      expect(data).not.toHaveProperty(unconfirmed);
    }
    expect(data.areaServed).toHaveLength(serviceAreas.reduce((sum, { towns }) => sum + towns.length + 1, 0));
    expect(data.areaServed.every((place: { '@type': string }) => place['@type'] === 'City')).toBe(true);
    const offers = data.makesOffer.map((offer: { itemOffered: { name: string } }) => offer.itemOffered.name);
    expect(offers).toEqual(Object.values(words.services.items).map(({ title }) => title));
    const places = data.areaServed.map(({ name }: { name: string }) => name);
    const text = textOf(landing.body);
    for (const sentence of [...places, ...offers, data.name, data.email]) expect(text).toContain(sentence);
  });
});

test('every page has a title and a description of its own, and links itself and its translation', () => {
  const seen = new Set<string>();
  for (const language of all) {
    for (const route of ['landing', 'about'] as const) {
      const page = pageAt(pathOf(route, language));
      const attribute = (selector: string, name: string) =>
        page.querySelector(selector)?.getAttribute(name) ?? '';
      expect(attribute('meta[property="og:title"]', 'content')).toBe(page.title);
      seen.add(page.title).add(attribute('meta[name=description]', 'content'));
      expect(attribute('link[rel=canonical]', 'href')).toBe(origin + pathOf(route, language));
      expect(attribute('link[hreflang=x-default]', 'href')).toBe(origin + pathOf(route, defaultLanguage));
      for (const other of all) {
        expect(attribute(`link[hreflang=${other}]`, 'href')).toBe(origin + pathOf(route, other));
      }
    }
  }
  expect(seen.size).toBe(4 * all.length);
});

test('the sitemap names the pages there are, and every link and picture of theirs leads somewhere', () => {
  const sitemap = readFileSync(`${site}/sitemap.xml`, 'utf8');
  const named = Array.from(sitemap.matchAll(/<loc>(.*?)<\/loc>/g), ([, address = '']) =>
    address.replace(origin, ''),
  );
  expect(named.toSorted()).toEqual(paths.toSorted());
  expect(readFileSync(`${site}/robots.txt`, 'utf8')).toContain('/sitemap.xml');
  const found = new Set<string>(['/.well-known/security.txt']);
  for (const path of paths) {
    for (const element of pageAt(path).querySelectorAll(
      '[href], [src], [srcset], meta[property="og:image"]',
    )) {
      for (const name of ['href', 'src', 'content']) found.add(element.getAttribute(name) ?? '');
      for (const part of (element.getAttribute('srcset') ?? '').split(', '))
        found.add(part.split(' ')[0] ?? '');
    }
  }
  const ours = [...found].map((link) => link.replace(origin, '')).filter((link) => link.startsWith('/'));
  expect(ours.length).toBeGreaterThan(40);
  for (const link of ours) {
    const [path = '', anchor] = link.split('#');
    expect(existsSync(fileOf(path)), link).toBe(true);
    if (anchor) expect(pageAt(path).getElementById(anchor), link).not.toBeNull();
  }
});
