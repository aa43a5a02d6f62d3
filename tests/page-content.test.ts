// @vitest-environment happy-dom
import { existsSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { gallery } from '../content/gallery.ts';
import { interpolate } from '../content/interpolate.ts';
import { defaultLanguage, type Language, languages } from '../content/languages.ts';
import { navigation } from '../content/navigation.ts';
import { services } from '../content/services.ts';
import { words as allWords } from '../content/words/index.ts';
import { contactFields, fieldNames, getField, honeypotName } from '../contract/contact-fields.ts';
import { isExampleSite } from '../owner/answers.ts';
import { callLink, emailLink, facts } from '../site/facts.ts';
import { fillFacts } from '../site/fill-facts.ts';
import { areas } from '../site/gazetteer/areas.ts';
import { getPagePath, getSectionLink, publicPages } from '../site/routes.ts';

const site = 'build/site';
const origin = 'https://set-site-url.example';
const all = Object.keys(languages) as Language[];
const paths = all.flatMap((language) => publicPages.map((pageName) => getPagePath(pageName, language)));

const findFile = (path: string) =>
  `${site}${path.endsWith('/') ? `${path}index.html` : existsSync(site + path) ? path : `${path}.html`}`;
const readPage = (path: string) =>
  new DOMParser().parseFromString(readFileSync(findFile(path), 'utf8'), 'text/html');
const linking = '[href], [src], [srcset], meta[property="og:image"]';
const readText = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
const readLinks = (element: Element | null) =>
  Array.from(element?.querySelectorAll('a') ?? [], (link) => [readText(link), link.getAttribute('href')]);
const expectLinks = (element: Element | null, links: unknown[]) =>
  expect(readLinks(element)).toEqual(expect.arrayContaining(links));

function expectTexts(element: Element | null, sentences: string[]) {
  // Hours have no-break spaces.
  for (const sentence of sentences) {
    expect(readText(element)).toContain(sentence.replace(/\s+/g, ' '));
  }
}

/** The names and types of schema.org that the structured data may use. Search engines ignore misspelled ones. */
const schemaNames = [
  ...['@context', '@type', '@id', 'name', 'url', 'image', 'telephone', 'email', 'areaServed'],
  ...['openingHoursSpecification', 'dayOfWeek', 'opens', 'closes', 'contactPoint', 'contactType'],
  ...['hoursAvailable', 'makesOffer', 'itemOffered', 'knowsLanguage', 'sameAs', 'paymentAccepted'],
  ...['address', 'addressLocality', 'addressRegion', 'addressCountry'],
];
const schemaTypes = [
  'AutoRepair',
  'City',
  'ContactPoint',
  'Offer',
  'OpeningHoursSpecification',
  'PostalAddress',
  'Service',
];

describe.each(all)('in %s', (language) => {
  const words = allWords[language];
  const landing = readPage(getPagePath('landing', language));
  const about = readPage(getPagePath('about', language));
  const section = (id: string) => landing.getElementById(id);
  const call = (label: string) => [`${label} ${facts.phone}`, callLink];

  test.each(['landing', 'about'] as const)('the %s page has its names, languages, and header', (pageName) => {
    const page = { landing, about }[pageName];
    expect(page.documentElement.lang).toBe(language);
    expectLinks(page.querySelector('header'), [
      ...navigation.map((item) => [
        words.navigation[item.name],
        'section' in item
          ? getSectionLink(pageName, 'landing', language, item.section)
          : getPagePath(item.page, language),
      ]),
      call(words.header.emergency),
      [business.name, getPagePath('landing', language)],
    ]);
    const current = page.querySelector('nav [aria-current=page]');
    expect(current?.textContent).toBe(pageName === 'about' ? words.navigation.about : undefined);
    const attribute = (selector: string, name: string) => page.querySelector(selector)?.getAttribute(name);
    expect(attribute('meta[property="og:title"]', 'content')).toBe(page.title);
    expect(page.title).toContain(areas[0]?.state);
    // Search results cut off longer titles.
    if (isExampleSite) {
      expect(page.title.length).toBeLessThanOrEqual(60);
    }
    expect(attribute('link[rel=canonical]', 'href')).toBe(origin + getPagePath(pageName, language));
    expect(attribute('link[hreflang=x-default]', 'href')).toBe(
      origin + getPagePath(pageName, defaultLanguage),
    );
    for (const other of all) {
      expect(attribute(`link[hreflang=${other}]`, 'href')).toBe(origin + getPagePath(pageName, other));
    }
    for (const other of all.filter((candidate) => candidate !== language)) {
      const links = Array.from(page.querySelectorAll(`a[lang=${other}]`));
      expect(links.map((link) => link.getAttribute('href'))).toEqual(
        Array(3).fill(getPagePath(pageName, other)),
      );
      // The three links are in the strip, at the end of the menu and in the footer.
      expect(links[1]?.closest('nav li')?.nextElementSibling).toBeNull();
      expect(links[2]?.closest('footer')).not.toBeNull();
    }
  });

  test('the page shows all services and areas with their facts', () => {
    const { averageResponse, downtown, minutes } = words.serviceArea;
    expect(section('services')?.querySelectorAll('li > svg')).toHaveLength(services.length);
    // Icons share a file with the hero's drawing. If two parts had the same id, one of them would be missing.
    expect(readFileSync(`${site}/sprite.svg`, 'utf8')).not.toMatch(/ id="([^"]+)".* id="\1"/s);
    expectTexts(
      section('services'),
      services.flatMap(({ id }) => Object.values(words.services.items[id])),
    );
    const signs = Array.from(landing.querySelectorAll('h1 ~ ul > li'), readText);
    expect(signs).toEqual(
      areas.map(({ city, averageMinutes }) =>
        [city, interpolate(words.hero.minutes, { minutes: averageMinutes }), averageResponse].join(' '),
      ),
    );
    expectTexts(section('service-area'), [
      averageResponse,
      ...areas.flatMap(({ city, averageMinutes, towns }) => [
        interpolate(minutes, { minutes: averageMinutes }),
        interpolate(downtown, { city }),
        ...towns.map(({ name }) => name),
      ]),
    ]);
  });

  test('every link to the form says that it requests a service', () => {
    const { items, orRequest, request } = words.services;
    const named = services.map(({ id }) => interpolate(request, { service: items[id].title }));
    const others = [orRequest];
    for (const page of [landing, about]) {
      const links = Array.from(page.querySelectorAll('a[href$="#request"]'));
      const names = links.map((link) => link.getAttribute('aria-label') ?? readText(link));
      expect(names.filter((name) => ![...named, ...others].includes(name))).toEqual([]);
      for (const name of named) {
        expect(names).toContain(name);
      }
      // Visitors who use voice control say the visible text.
      for (const [index, link] of links.entries()) {
        expect(names[index]).toContain(readText(link));
      }
    }
  });

  test('every call link below the header is orange', () => {
    for (const page of [landing, about]) {
      const labeled = Array.from(page.querySelectorAll('a[href^="tel:"]')).filter(
        (link) => link.querySelector('span') && !link.closest('header'),
      );
      expect(labeled.length).toBeGreaterThan(1);
      expect(labeled.filter((link) => !link.hasAttribute('data-call')).map(readText)).toEqual([]);
    }
  });

  test("an area's highways are one picture with their names for screen readers", () => {
    const signs = areas.map(({ geography }) =>
      geography?.highways.filter(({ onSign }) => onSign).map(({ name }) => name),
    );
    const named = signs
      .filter((names) => names?.length)
      .map((names) => interpolate(words.serviceArea.highways, { names: names?.join(', ') ?? '' }));
    const pictures = Array.from(section('service-area')?.querySelectorAll('[role=img]') ?? []);
    expect(pictures.map((picture) => picture.getAttribute('aria-label'))).toEqual(named);
    expect(section('service-area')?.querySelector('svg:not([aria-hidden=true])')).toBeNull();
  });

  test('a map opened as a file is one picture with a name', () => {
    const mapped = areas.filter(({ geography }) => geography);
    if (mapped.length === 0) {
      return;
    }
    const svg = readFileSync(`${site}${getPagePath('landing', language)}maps.svg`, 'utf8');
    const file = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    const maps = Array.from(file.querySelectorAll('svg[role=img]'));
    expect(maps.map((map) => readText(map.querySelector('title')))).toEqual(
      mapped.map(({ city }) => interpolate(words.serviceArea.mapAlt, { city })),
    );
  });

  test('the gallery links each captioned picture to its file', () => {
    const { requestDocumentation, callForUpdates } = words.gallery;
    const figures = Array.from(section('gallery')?.querySelectorAll('li > figure') ?? []);
    expect(figures).toHaveLength(gallery.length);
    for (const [index, figure] of figures.entries()) {
      expect(figure.querySelector('img')?.alt).toBe(gallery[index]?.alt[language]);
      expectTexts(figure, [gallery[index]?.caption[language] ?? '']);
      const file = gallery[index]?.type === 'photo' ? /\.jpe?g$/ : /^\/scenes\.svg#[\w-]+$/;
      expect(figure.querySelector('a')?.getAttribute('href')).toMatch(file);
    }
    expectLinks(section('gallery'), [[requestDocumentation, '#contact'], call(callForUpdates)]);
  });

  test('contact section and footers say how to reach the business', () => {
    const { title, subtitle, headline, hours, areas, callNow, phoneLabel } = words.contact;
    const { tagline, description, area, copyright, emergency } = words.footer;
    const sayAll = (sentences: Parameters<typeof fillFacts>[0][]) =>
      sentences.map((sentence) => fillFacts(sentence, language));
    const email = [business.email, emailLink];
    const isSpoken = business.phoneLanguages.includes(language);
    expect(readText(landing.querySelector('main > :first-child')).includes(words.phone.notSpoken)).toBe(
      !isSpoken,
    );
    expectLinks(landing.querySelector('main > :first-child'), [[words.hero.request, '#contact']]);
    expectTexts(section('contact'), sayAll([title, subtitle, headline, phoneLabel, hours, areas]));
    expectLinks(section('contact'), [call(callNow), email]);
    // Once, so that it isn't twice in one view.
    expect(readText(section('contact')).split(facts.phone)).toHaveLength(2);
    for (const page of [landing, about]) {
      const footer = page.querySelector('footer');
      expectTexts(footer, [business.name, ...sayAll([tagline, description, area, copyright])]);
      expectTexts(footer, sayAll(services.map(({ id }) => words.services.items[id].title)));
      expectLinks(footer, [call(emergency), email]);
    }
  });

  test.each(['landing', 'about'] as const)(
    'shared links to the %s page show its large picture',
    async (pageName) => {
      const head = readPage(getPagePath(pageName, language)).head;
      const content = (name: string) =>
        head.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content');
      const picture = await sharp(`${site}${languages[language].path}social.jpg`).metadata();
      expect(content('og:image')).toBe(`${origin}${languages[language].path}social.jpg`);
      expect(content('og:image:width')).toBe(String(picture.width));
      expect(content('og:image:height')).toBe(String(picture.height));
      for (const shown of [business.name, words.hero.headline, facts.phone]) {
        expect(content('og:image:alt')).toContain(shown);
      }
      expect(content('twitter:card')).toBe('summary_large_image');
    },
  );

  test('the form has its required fields and sentences without scripts', () => {
    const { labels, placeholders, services, send } = words.form;
    const form = section('contact-form')?.querySelector('form');
    for (const name of fieldNames) {
      const control = form?.querySelector(`[name=${name}]`);
      expect(control?.hasAttribute('required'), name).toBe(getField(name).required);
      expect(control?.hasAttribute('value')).toBe(false);
      const { autocomplete } = Object(contactFields[name]);
      if (autocomplete) {
        expect(control?.getAttribute('autocomplete')).toBe(autocomplete);
      }
      expect(readText(form?.querySelector(`label[for=${control?.id}]`) ?? null)).toBe(labels[name]);
    }
    // Orca doesn't say that a select is required.
    const described = form?.querySelector('select')?.getAttribute('aria-describedby') ?? '';
    expect(readText(landing.getElementById(described))).toBe(words.form.intro);
    const readTexts = (selector: string) => Array.from(form?.querySelectorAll(selector) ?? [], readText);
    const offered = contactFields.service.options.map((id) => services[id]);
    expect(readTexts('option')).toEqual([placeholders.service, ...offered]);
    expect(form?.querySelector('textarea')?.placeholder).toBe(placeholders.message);
    expect(form?.querySelector('noscript')?.textContent).toContain(words.messageHint);
    expect(readTexts('button')).toEqual([send]);
    expect(
      form?.querySelector(`[aria-hidden=true][inert] [name=${honeypotName}][tabindex="-1"]`),
    ).not.toBeNull();
    // The live regions exist from the start, because a region that arrives with its text is not announced.
    for (const region of ['#toast-sent[role=status]', '#toast-failed[role=alert][aria-live=assertive]']) {
      expect(landing.querySelector(region)?.childNodes).toHaveLength(0);
    }
  });

  test('the page after a native post confirms the request and is not indexed', () => {
    const sent = readPage(getPagePath('sent', language));
    const { title, description } = words.outcome.sent;
    expect(readText(sent.querySelector('h1'))).toBe(title);
    expectTexts(sent.querySelector('main'), [description, words.extras.receipt.nextWithout]);
    expect(readLinks(sent.querySelector('main'))).toEqual([
      call(words.extras.call),
      [words.extras.receipt.follow, getPagePath('request', language)],
      [words.sent.home, getPagePath('landing', language)],
    ]);
    expect(sent.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    expect(sent.querySelector('[rel=canonical], [rel=alternate], [property^="og:"]')).toBeNull();
    const links = [landing, about].flatMap((page) => readLinks(page.body).map(([, href]) => href));
    expect(links).not.toContain(getPagePath('sent', language));
  });

  test('the about page has the known claims and the reasons', () => {
    const { yearsOfExperience, clients, hoursSaved } = business.claims;
    const { claims } = words;
    const { years, clients: served, hours } = claims;
    const figures = { [years]: yearsOfExperience, [served]: clients, [hours]: hoursSaved };
    const known = Object.entries(figures).filter(([, figure]) => figure !== '');
    const reasons = words.about.why.filter(({ title }) => title !== '');
    expectTexts(about.querySelector('main'), [
      ...known.map(([label, figure]) => `${interpolate(claims.figure, { figure })} ${label}`),
      ...reasons.flatMap(({ title, reason }) => [title, fillFacts(reason, language)]),
    ]);
  });

  test('the structured data matches the page', () => {
    const text = landing.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
    const data = JSON.parse(text);
    const names = Array.from(text.matchAll(/"(@?\w+)":/g), ([, name = '']) => name);
    expect(names.filter((name) => !schemaNames.includes(name))).toEqual([]);
    const types = Array.from(text.matchAll(/"@type":"(\w+)"/g), ([, type = '']) => type);
    expect(types.filter((type) => !schemaTypes.includes(type))).toEqual([]);
    expect(data).toMatchObject({
      '@type': 'AutoRepair',
      '@id': `${origin}/#business`,
      url: origin + getPagePath('landing', language),
      telephone: business.phone,
      openingHoursSpecification: { opens: business.hours.opens, closes: business.hours.closes },
      knowsLanguage: business.phoneLanguages,
    });
    expect('address' in data).toBe(business.town !== '');
    // The owner has not confirmed these facts.
    expect(Object.keys(data).join()).not.toMatch(/geo|aggregateRating|review|priceRange/);
    const offers = data.makesOffer.map((offer: { itemOffered: { name: string } }) => offer.itemOffered.name);
    expect(offers).toEqual(services.map(({ id }) => words.services.items[id].title));
    // Many towns share a name, so search engines also get the state.
    const places: string[] = data.areaServed.map(({ name }: { name: string }) => name);
    expect(places.filter((name) => !/, [A-Z]{2}$/.test(name))).toEqual([]);
    const towns = places.map((name) => name.replace(/, [A-Z]{2}$/, ''));
    expectTexts(landing.body, [...towns, ...offers, data.name, data.email]);
  });
});

test('every page has a unique title and description', () => {
  const texts = paths
    .map(readPage)
    .flatMap((page) => [page.title, page.querySelector('meta[name=description]')?.getAttribute('content')]);
  expect(texts.filter((text, index) => texts.indexOf(text) < index)).toEqual([]);
});

test('the sitemap lists every page, and every link and picture on them exists', () => {
  const sitemap = readFileSync(`${site}/sitemap.xml`, 'utf8');
  const named = Array.from(sitemap.matchAll(/<loc>(.*?)<\/loc>/g), ([, address = '']) =>
    address.replace(origin, ''),
  );
  expect(named.toSorted()).toEqual(paths.toSorted());
  expect(readFileSync(`${site}/robots.txt`, 'utf8')).toContain('/sitemap.xml');
  const found = new Set<string>(['/.well-known/security.txt']);
  for (const path of paths) {
    for (const element of readPage(path).querySelectorAll(linking)) {
      const [href, ...links] = ['href', 'src', 'content'].map((name) => element.getAttribute(name) ?? '');
      const candidates = (element.getAttribute('srcset') ?? '').split(', ').map((part) => part.split(' ')[0]);
      for (const link of [...links, ...candidates]) {
        found.add(link ?? '');
      }
      // A link to a part of its own page has no path.
      found.add(href?.startsWith('#') ? path + href : (href ?? ''));
    }
  }
  const internalLinks = [...found]
    .map((link) => link.replace(origin, ''))
    .filter((link) => link.startsWith('/'));
  expect(internalLinks.length).toBeGreaterThan(40);
  for (const link of internalLinks) {
    const [path = '', anchor] = link.split('#');
    expect(existsSync(findFile(decodeURI(path))), link).toBe(true);
    if (anchor) {
      expect(readPage(path).getElementById(anchor), link).not.toBeNull();
    }
  }
});
