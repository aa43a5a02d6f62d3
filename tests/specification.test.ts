import { readFileSync } from 'node:fs';
import { test as anyTest, expect } from 'vitest';
import { business } from '../content/business.ts';
import { gallery } from '../content/gallery/index.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { services } from '../content/services.ts';
import { en } from '../content/words/en.ts';
import { contactFields, contactPath, fieldNames, functionName } from '../contract/contact-fields.ts';
import { isExample } from './support/placeholder-business.ts';

// The specification's literals, section by section, in the built English pages and in content/. Only here:
// every other test takes its words from content/, so that an owner's edits never break it. What the
// specification leaves open, such as name and phone, is not here.

// For an owner's facts each is skipped, and says so.
const test = (title: string, check: () => void) =>
  isExample ? anyTest(title, check) : anyTest.skip(`skipped: these are your facts (${title})`, check);

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
    expect(about.text).toContain(claim);
  }
  expect(footerOf(landing)).toMatch(/licensed and insured/i);
});

test('2: the landing page has the sections of the specification, under their anchors', () => {
  const anchors = Array.from(landing.html.matchAll(/<section id="([^"]+)"/g), ([, id]) => id);
  expect(anchors).toEqual(expect.arrayContaining(['services', 'service-area', 'gallery', 'contact']));
  expect(landing.html).toMatch(/<header.*<main.*<footer/s);
  expect(about.html).toMatch(/<header.*<main.*<footer/s);
  expect(notFound.html).not.toContain('<header');
});

test('2: the header links to three sections, to the about page, home, and calls', () => {
  const header = between(landing.html, '<header', '</header>');
  expect(linksOf(header)).toMatchObject({
    Services: '#services',
    'Service Area': '#service-area',
    Contact: '#contact',
    About: '/about',
    [business.name]: '/',
  });
  expect(callsOf(header)).toContainEqual(expect.stringMatching(/^24\/7 Emergency/));
  expect(header).toContain('popoverTarget');
  expect(linksOf(between(about.html, '<header', '</header>'))).toMatchObject({ Services: '/#services' });
});

test('2: the hero calls, and leads to the contact section', () => {
  const hero = between(landing.html, '<main', '<section id="services"');
  expect(callsOf(hero)).toHaveLength(1);
  expect(linksOf(hero)['Request Service']).toBe('#contact');
});

test('2: the gallery shows six captioned pictures and a panel with two links', () => {
  const section = between(landing.html, '<section id="gallery"', '<section id="contact"');
  expect(textOf(section)).toContain('Our Work in Action');
  expect(gallery).toHaveLength(6);
  expect(section.match(/<\/a><p>[^<]/g)).toHaveLength(6);
  expect(textOf(section)).toContain('Want to See More?');
  expect(linksOf(section)['Request Service Documentation']).toBe('#contact');
  expect(callsOf(section)).toContainEqual(expect.stringMatching(/^Call for Live Updates/));
});

test('2: the contact section says how to reach the business, beside the form', () => {
  const section = between(landing.html, '<section id="contact"', '<footer');
  for (const said of [
    'Contact Us',
    'Get in touch for reliable diesel repair services',
    'Get Emergency Service Now',
    '24/7 emergency line',
    'Request Service',
  ]) {
    expect(textOf(section)).toContain(said);
  }
  expect(callsOf(section).length).toBeGreaterThanOrEqual(2);
  expect(section).toContain(`href="mailto:${business.email}"`);
  expect(en.contact.callNow).toBe('Call Now');
});

test('2: the footer describes the business, lists the services and says how to reach it', () => {
  const footer = footerOf(landing);
  expect(footer).toContain('Houston & Austin Areas');
  expect(footer).toContain('© 2025');
  const html = between(landing.html, '<footer', '</footer>');
  expect(callsOf(html)).toContainEqual(expect.stringMatching(/^Emergency Service/));
  expect(html).toContain(`href="mailto:${business.email}"`);
  expect(html).toContain(`href="${business.agency.url}"`);
  expect(business.copyrightYear).toBe(2025);
});

test('2: the page for unknown paths', () => {
  expect(notFound.text).toContain('Oops! Page not found');
  expect(linksOf(notFound.html)['Return to Home']).toBe('/');
  expect(notFound.html).toContain('console.log');
});

test('2: the about page has figures and a "Why Choose" block', () => {
  expect(about.text).toContain(`Why Choose ${business.name}`);
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
    expect(landing.text).toContain(en.services.items[id].title);
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
  const section = between(landing.html, '<section id="service-area"', '<section id="gallery"');
  for (const name of ['Downtown Houston', 'Downtown Austin', 'Lakeway', '45 min', '50 min']) {
    expect(textOf(section)).toContain(name);
  }
});

test('3 and 5: five fields, all required, of these kinds', () => {
  const form = between(landing.html, '<form', '</form>');
  expect(fieldNames).toEqual(['name', 'phone', 'email', 'service', 'message']);
  const control = (name: string) => new RegExp(`<(?:input|select|textarea)[^>]* name="${name}"[^>]*>`);
  for (const name of fieldNames) {
    expect(form.match(control(name))?.[0], name).toContain('required');
  }
  expect(form.match(control('phone'))?.[0]).toContain('type="tel"');
  expect(form.match(control('email'))?.[0]).toContain('type="email"');
  expect(form.match(control('message'))?.[0]).toContain('rows="4"');
  expect(form).toContain('placeholder="Describe your diesel repair needs..."');
  expect(form).toMatch(/<option value=""[^>]*>Select a service<\/option>/);
  const values = Array.from(form.matchAll(/<option value="([^"]+)"/g), ([, value]) => value);
  expect(values).toEqual(['emergency', 'fleet', 'construction', 'diagnostic', 'preventive']);
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
  expect(landing.html).toMatch(/role="status".*role="alert"/s);
});

interface Page {
  html: string;
  text: string;
}

/** A built page, without the text of scripts and styles where that matters. */
function page(file: string): Page {
  const html = readFileSync(`build/site/${file}`, 'utf8');
  return { html, text: textOf(html) };
}

/** The visible text, with single spaces. */
function textOf(html: string): string {
  const readable = html.replace(/<(style|script)\b.*?<\/\1>/gs, ' ').replace(/<[^>]+>/g, ' ');
  return readable
    .replace(/&#x27;/g, "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}

function between(html: string, start: string, end: string): string {
  const from = html.indexOf(start);
  const to = html.indexOf(end, from);
  expect(from, start).toBeGreaterThanOrEqual(0);
  expect(to, end).toBeGreaterThan(from);
  return html.slice(from, to);
}

function footerOf({ html }: Page): string {
  return textOf(between(html, '<footer', '</footer>'));
}

/** The links, by text. */
function linksOf(html: string): Record<string, string> {
  const links = html.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs);
  return Object.fromEntries(
    Array.from(links, ([, href = '', content = '']) => [textOf(content).trim(), href]),
  );
}

/** The text of the call links. */
function callsOf(html: string): string[] {
  return Object.entries(linksOf(html)).flatMap(([said, href]) => (href.startsWith('tel:') ? [said] : []));
}
