// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { test as anyTest, expect } from 'vitest';
import { business } from '../content/business.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { services } from '../content/services.ts';
import { words } from '../content/words/index.ts';
import {
  contactFields,
  contactFunctionName,
  contactPath,
  fieldNames,
  getField,
} from '../contract/contact-fields.ts';
import { isExampleSite } from '../owner/answers.ts';
import { callLink, emailLink, facts } from '../site/facts.ts';

const { en } = words;

// The specification's literals, section by section, in the built English pages and in content/.
// All other tests read their words from content/, so an owner's edits never break them.
// Details that the specification leaves open, such as name and phone, are not here.

// With an owner's facts, each test is skipped with a title that says so.
const test = (title: string, check: () => void) =>
  isExampleSite ? anyTest(title, check) : anyTest.skip(`skipped: these are your facts (${title})`, check);

const landing = readPage('index.html');
const about = readPage('about.html');
const notFound = readPage('404.html');

const hero = 'main > :first-child';

/** Point of the specification, page, part of the page, text and, for a link, its target. */
const parts: [point: number, page: Document, part: string, text: string, href?: string][] = [
  [1, about, 'main', '100+ years of combined experience'],
  [1, about, 'main', '500+ satisfied clients'],
  [1, about, 'main', '1000+ hours of downtime saved'],
  [1, about, 'main', 'ASE certified technicians'],
  [1, landing, 'footer', 'Licensed and insured'],
  [1, landing, 'footer', business.agency.name, business.agency.url],
  [2, about, 'main', `Why Choose ${business.name}`],
  [2, landing, 'header', 'Services', '#services'],
  [2, landing, 'header', 'Service Area', '#service-area'],
  [2, landing, 'header', 'Contact', '#contact'],
  [2, landing, 'header', 'About', '/about'],
  [2, landing, 'header', business.name, '/'],
  [2, landing, 'header', '24/7 Emergency', callLink],
  [2, about, 'header', 'Services', '/#services'],
  [2, landing, hero, facts.phone, callLink],
  [2, landing, hero, 'Request Service', '#contact'],
  [2, landing, '#gallery', 'Our Work in Action'],
  [2, landing, '#gallery', 'Want to See More?'],
  [2, landing, '#gallery', 'Request Service Documentation', '#contact'],
  [2, landing, '#gallery', 'Call for Live Updates', callLink],
  [2, landing, '#contact', 'Contact Us'],
  [2, landing, '#contact', 'Get in touch for reliable diesel repair services'],
  [2, landing, '#contact', 'Get Emergency Service Now'],
  [2, landing, '#contact', '24/7 emergency line'],
  [2, landing, '#contact', 'Request Service'],
  [2, landing, '#contact', 'Call Now', callLink],
  [2, landing, '#contact', facts.phone, callLink],
  [2, landing, '#contact', business.email, emailLink],
  [2, landing, 'footer', 'Houston & Austin Areas'],
  [2, landing, 'footer', '© 2025'],
  [2, landing, 'footer', 'Emergency Service', callLink],
  [2, landing, 'footer', business.email, emailLink],
  [2, notFound, 'main', 'Oops! Page not found'],
  [2, notFound, 'main', 'Return to Home', '/'],
  [3, landing, '#service-area', 'Downtown Houston'],
  [3, landing, '#service-area', 'Downtown Austin'],
  [9, landing, '#service-area', '45 min'],
  [9, landing, '#service-area', '50 min'],
];

for (const [point, page, part, text, href] of parts) {
  test(`point ${point}: ${part} says "${text}"${href ? ` and links to ${href}` : ''}`, () => {
    const element = page.querySelector(part);
    const links = Array.from(element?.querySelectorAll(`a[href="${href}"]`) ?? []);
    expect((href ? links : [element]).map(readText)).toContainEqual(expect.stringContaining(text));
  });
}

test('point 2: the pages have the sections, a menu, and six captioned pictures', () => {
  const anchors = Array.from(landing.querySelectorAll('main > section'), ({ id }) => id);
  expect(anchors).toEqual(expect.arrayContaining(['services', 'service-area', 'gallery', 'contact']));
  for (const page of [landing, about]) {
    const parts = page.querySelectorAll('body > header, body > main, body > footer');
    expect(Array.from(parts, ({ localName }) => localName)).toEqual(['header', 'main', 'footer']);
  }
  expect(notFound.querySelector('header')).toBeNull();
  expect(landing.querySelector('header button[popovertarget=menu]')).not.toBeNull();
  expect(landing.querySelectorAll('main > :first-child a[href^="tel:"]')).toHaveLength(1);
  expect(
    Array.from(landing.querySelectorAll('#gallery figure:has(img) p'), readText).filter(Boolean),
  ).toHaveLength(6);
});

test('point 3: the page lists the six specified services', () => {
  expect(services.map(({ id }) => en.services.items[id].title).sort()).toEqual([
    'Construction Equipment',
    'Emergency Repairs',
    'Engine Diagnostics',
    'Fleet Maintenance',
    'Mobile Service',
    'Preventive Maintenance',
  ]);
  for (const { id } of services) {
    expect(readText(landing.body)).toContain(en.services.items[id].title);
  }
});

test('points 3 and 9: both areas have the specified minutes and towns', () => {
  const named = serviceAreas.map(({ city, averageMinutes, towns }) => ({
    city,
    averageMinutes,
    towns: towns.map((town) => (typeof town === 'string' ? town : town.name)),
  }));
  expect(named).toEqual([
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
});

test('points 3 and 5: the form has the five required fields with their types', () => {
  const required = fieldNames.filter((name) => getField(name).required);
  expect(required).toEqual(['name', 'phone', 'email', 'service', 'message']);
  for (const control of [
    ...required.map((name) => `[name=${name}][required]`),
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

test('point 7: the form calls the function "send-contact-email"', () => {
  expect(contactFunctionName).toBe('send-contact-email');
  expect(contactPath).toBe('/functions/v1/send-contact-email');
});

test('points 4 and 8: the sending button and both toasts have the specified words', () => {
  expect(en.form.sending).toBe('Sending...');
  expect(en.outcome.failed).toEqual({
    title: 'Error Sending Message',
    description: 'Please try again or call us directly at {phone}',
  });
  expect(en.outcome.sent).toEqual({
    title: 'Message Sent Successfully!',
    description: "Thank you for contacting us. We'll get back to you as soon as possible.",
  });
});

function readPage(file: string): Document {
  return new DOMParser().parseFromString(readFileSync(`build/site/${file}`, 'utf8'), 'text/html');
}

/** Returns an element's text with single spaces. */
const readText = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
