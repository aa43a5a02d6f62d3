// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { test as anyTest, expect } from 'vitest';
import { business } from '../content/business.ts';
import { gallery } from '../content/gallery/index.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { services } from '../content/services.ts';
import { en } from '../content/words/en.ts';
import { contactFields, contactPath, fieldNames, functionName } from '../contract/contact-fields.ts';
import { isExample } from './support/example-facts.ts';

// The specification's literals, section by section, in the built English pages and in content/. Only here:
// every other test takes its words from content/, so that an owner's edits never break it. What the
// specification leaves open, such as name and phone, is not here.

// For an owner's facts each is skipped, and says so.
const test = (title: string, check: () => void) =>
  isExample ? anyTest(title, check) : anyTest.skip(`skipped: these are your facts (${title})`, check);

// Style sheets of the page are not loaded.
Object.assign((window as unknown as { happyDOM: { settings: object } }).happyDOM.settings, {
  handleDisabledFileLoadingAsSuccess: true,
});

const landing = page('index.html');
const about = page('about.html');
const notFound = page('404.html');

test('1: claims: experience, clients, hours saved, ASE, licensed and insured', () => {
  expect(business.claims).toEqual({ yearsOfExperience: 100, clients: 500, hoursSaved: 1000 });
  for (const claim of [
    '100+ years of combined experience',
    '500+ satisfied clients',
    '1000+ hours of downtime saved',
    'ASE certified technicians',
  ]) {
    expect(textOf(about)).toContain(claim);
  }
  expect(textOf(landing, 'footer')).toMatch(/licensed and insured/i);
});

test('2: the landing page has the sections of the specification, under their anchors', () => {
  const anchors = Array.from(landing.querySelectorAll('main > section'), ({ id }) => id);
  expect(anchors).toEqual(expect.arrayContaining(['services', 'service-area', 'gallery', 'contact']));
  for (const page of [landing, about]) {
    const parts = page.querySelectorAll('body > header, body > main, body > footer');
    expect(Array.from(parts, ({ localName }) => localName)).toEqual(['header', 'main', 'footer']);
  }
  expect(notFound.querySelector('header')).toBeNull();
});

test('2: the header links to three sections, to the about page, home, and calls', () => {
  expect(linksOf(landing, 'header')).toMatchObject({
    Services: '#services',
    'Service Area': '#service-area',
    Contact: '#contact',
    About: '/about',
    [business.name]: '/',
  });
  expect(callsOf(landing, 'header')).toContainEqual(expect.stringMatching(/^24\/7 Emergency/));
  expect(landing.querySelector('header button[popovertarget=menu]')).not.toBeNull();
  expect(linksOf(about, 'header')).toMatchObject({ Services: '/#services' });
});

test('2: the hero calls, and leads to the contact section', () => {
  const hero = 'main > :first-child';
  expect(callsOf(landing, hero)).toHaveLength(1);
  expect(linksOf(landing, hero)['Request Service']).toBe('#contact');
});

test('2: the gallery shows six captioned pictures and a panel with two links', () => {
  expect(textOf(landing, '#gallery')).toContain('Our Work in Action');
  expect(gallery).toHaveLength(6);
  const captioned = Array.from(landing.querySelectorAll('#gallery figure:has(img) p')).filter(
    ({ textContent }) => textContent,
  );
  expect(captioned).toHaveLength(6);
  expect(textOf(landing, '#gallery')).toContain('Want to See More?');
  expect(linksOf(landing, '#gallery')['Request Service Documentation']).toBe('#contact');
  expect(callsOf(landing, '#gallery')).toContainEqual(expect.stringMatching(/^Call for Live Updates/));
});

test('2: the contact section says how to reach the business, beside the form', () => {
  for (const said of [
    'Contact Us',
    'Get in touch for reliable diesel repair services',
    'Get Emergency Service Now',
    '24/7 emergency line',
    'Request Service',
  ]) {
    expect(textOf(landing, '#contact')).toContain(said);
  }
  expect(callsOf(landing, '#contact').length).toBeGreaterThanOrEqual(2);
  expect(Object.values(linksOf(landing, '#contact'))).toContain(`mailto:${business.email}`);
  expect(en.contact.callNow).toBe('Call Now');
});

test('2: the footer describes the business, lists the services and says how to reach it', () => {
  expect(textOf(landing, 'footer')).toContain('Houston & Austin Areas');
  expect(textOf(landing, 'footer')).toContain('© 2025');
  expect(callsOf(landing, 'footer')).toContainEqual(expect.stringMatching(/^Emergency Service/));
  const links = Object.values(linksOf(landing, 'footer'));
  expect(links).toEqual(expect.arrayContaining([`mailto:${business.email}`, business.agency.url]));
  expect(business.copyrightYear).toBe(2025);
});

test('2: the page for unknown paths', () => {
  expect(textOf(notFound)).toContain('Oops! Page not found');
  expect(linksOf(notFound)['Return to Home']).toBe('/');
  expect(notFound.documentElement.outerHTML).toContain('console.log');
});

test('2: the about page has figures and a "Why Choose" block', () => {
  expect(textOf(about)).toContain(`Why Choose ${business.name}`);
});

test('3: six services, in these words', () => {
  expect(services.map(({ id }) => en.services.items[id].title).sort()).toEqual([
    'Construction Equipment',
    'Emergency Repairs',
    'Engine Diagnostics',
    'Fleet Maintenance',
    'Mobile Service',
    'Preventive Maintenance',
  ]);
  for (const { id } of services) {
    expect(textOf(landing)).toContain(en.services.items[id].title);
  }
});

test('3 and 9: two areas, their minutes and their towns', () => {
  const said = serviceAreas.map(({ city, averageMinutes, towns }) => {
    return {
      city,
      averageMinutes,
      towns: towns.map((town) => (typeof town === 'string' ? town : town.name)),
    };
  });
  expect(said).toEqual([
    {
      city: 'Houston',
      averageMinutes: 45,
      towns: ['The Woodlands', 'Katy', 'Sugar Land', 'Pearland', 'Cypress', 'Spring', 'Humble'],
    },
    {
      city: 'Austin',
      averageMinutes: 50,
      towns: ['Round Rock', 'Cedar Park', 'Georgetown', 'Pflugerville', 'Leander', 'Manor', 'Lakeway'],
    },
  ]);
  for (const name of ['Downtown Houston', 'Downtown Austin', 'Lakeway', '45 min', '50 min']) {
    expect(textOf(landing, '#service-area')).toContain(name);
  }
});

test('3 and 5: five fields, all required, of these kinds', () => {
  expect(fieldNames).toEqual(['name', 'phone', 'email', 'service', 'message']);
  for (const control of [
    ...fieldNames.map((name) => `[name=${name}][required]`),
    '[name=phone][type=tel]',
    '[name=email][type=email]',
    'textarea[name=message][rows="4"][placeholder="Describe your diesel repair needs..."]',
  ]) {
    expect(landing.querySelector(`form ${control}`), control).not.toBeNull();
  }
  const options = Array.from(landing.querySelectorAll('form option'), (option) => [
    option.getAttribute('value'),
    option.textContent,
  ]);
  expect(options[0]).toEqual(['', 'Select a service']);
  const values = ['emergency', 'fleet', 'construction', 'diagnostic', 'preventive'];
  expect(options.slice(1).map(([value]) => value)).toEqual(values);
  expect(contactFields.service.options).toEqual(values);
});

test('7: one call, to the function "send-contact-email" of the functions endpoint', () => {
  expect(functionName).toBe('send-contact-email');
  expect(contactPath).toBe('/functions/v1/send-contact-email');
});

test('4 and 8: the button while it sends, and the two toasts', () => {
  expect(en.form.sending).toBe('Sending...');
  expect(en.outcome.failed).toEqual({
    title: 'Error Sending Message',
    description: 'Please try again or call us directly at {phone}',
  });
  expect(en.outcome.sent).toEqual({
    title: 'Message Sent Successfully!',
    description: "Thank you for contacting us. We'll get back to you as soon as possible.",
  });
  expect(landing.querySelector('[role=status] ~ [role=alert]')).not.toBeNull();
});

function page(file: string): Document {
  return new DOMParser().parseFromString(readFileSync(`build/site/${file}`, 'utf8'), 'text/html');
}

/** The text of a part of a page, with single spaces. */
function textOf(page: Document, part = 'body'): string {
  return (page.querySelector(part)?.textContent ?? '').replace(/\s+/g, ' ');
}

/** The links in a part of a page, by text. */
function linksOf(page: Document, part = 'body'): Record<string, string | null> {
  const links = page.querySelector(part)?.querySelectorAll('a') ?? [];
  return Object.fromEntries(
    Array.from(links, (link) => [link.textContent.replace(/\s+/g, ' ').trim(), link.getAttribute('href')]),
  );
}

/** The text of the call links. */
function callsOf(page: Document, part: string): string[] {
  return Object.entries(linksOf(page, part)).flatMap(([said, href]) =>
    href?.startsWith('tel:') ? [said] : [],
  );
}
