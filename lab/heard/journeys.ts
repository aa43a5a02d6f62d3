import { gallery } from '../../content/gallery/index.ts';
import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import type { Words } from '../../content/words/en.ts';
import { facts } from '../../site/facts.ts';
import { houston } from '../../site/map/houston.ts';
import type { LineState } from '../../tests/support/unreliable-line.ts';
import { fill, toForm, typeInto } from './fill-form.ts';
import { heardIn, type ScreenReader } from './screen-reader.ts';

export interface Journey {
  name: string;
  /** Where it starts: the landing page, unless it says otherwise. */
  start?: string;
  play(visit: Visit): Promise<void>;
}

interface Visit {
  reader: ScreenReader;
  language: Language;
  words: Words;
  orca: (typeof orcaWords)[Language];
  line: { set(state: LineState): void };
}

/** Orca's own words. */
export const orcaWords = {
  en: { collapsed: 'collapsed', expanded: 'expanded', required: 'required', invalid: 'invalid entry' },
  es: { collapsed: 'contraído', expanded: 'expandido', required: 'necesario', invalid: 'entrada no válida' },
};

/** `h`, `m`, `k`, `e` and `b` are Orca's keys for the next heading, landmark, link, entry and button. */
export const journeys: Journey[] = [
  {
    name: 'the page by headings, landmarks, links and fields',
    async play({ reader, language, words }) {
      const { hero, services, serviceArea, contact, form, areaCheck } = words;
      // In the whole page, nothing of which is near.
      await reader.find('e', areaCheck.field, 1);
      await reader.press('ctrl+Home');
      // Its sentences have a block each, and a space between.
      const sentences = hero.headline.split(/(?<=[.?!]) /);
      await reader.find('h', sentences[0] ?? '');
      await reader.hear(...sentences);
      reader.neverHear(sentences.join(''));
      for (const heading of [services.heading, serviceArea.heading]) await reader.find('h', heading);
      // A shield is its name, without what is drawn in it.
      await reader.find('h', serviceAreas[0]?.city ?? '');
      const [first] = houston.highways.filter(({ onSign }) => onSign);
      await reader.find('Down', first?.name ?? '');
      await reader.press('Down');
      reader.neverHear('INTERSTATE', 'TEXAS');
      await reader.find('h', form.title);
      // Not from the top of the page again.
      await reader.press('Tab');
      await reader.hear(form.labels.name);
      // Back from the field to the page.
      await reader.press('KP_Insert+a');

      await reader.press('ctrl+Home');
      const landmarks: string[] = [];
      for (let press = 0; press < 14; press += 1) landmarks.push(heardIn(await reader.press('m')));
      for (const name of [services.heading, serviceArea.heading, words.gallery.heading, contact.title]) {
        if (!landmarks.some((heard) => heard.includes(name))) throw new Error(`No landmark "${name}".`);
      }

      await reader.press('ctrl+Home');
      // Its two lines are one link.
      await reader.find('k', words.header.emergency);
      await reader.hear(`${words.header.emergency} ${facts.phone}`);
      await reader.find('k', hero.request);
      // Firefox says it with the region's name, which is the same.
      await reader.find('Return', contact.title, 1);
      await reader.press('Down');
      // Chromium reads line by line.
      await reader.hear(contact.subtitle.split(' ').slice(0, 3).join(' '));

      await reader.press('ctrl+Home');
      await reader.find('e', areaCheck.field, 1);
      for (const label of [form.labels.name, form.labels.phone, form.labels.email, form.labels.message]) {
        await reader.find('e', label);
      }
      await reader.press('ctrl+Home');
      const other = language === 'en' ? 'es' : 'en';
      await reader.find('k', languages[other].name);
    },
  },
  {
    name: 'the picture viewer',
    async play({ reader, language, words }) {
      const named = (index: number) => {
        const { caption, type } = gallery[index] ?? { caption: { en: '', es: '' }, type: 'photo' };
        const all =
          type === 'photo' ? caption[language] : `${caption[language]}. ${words.gallery.illustration}`;
        return words.gallery.position
          .replace('{number}', String(index + 1))
          .replace('{total}', String(gallery.length))
          .replace('{caption}', all);
      };
      await reader.find('h', words.gallery.heading);
      await reader.press('Tab');
      await reader.press('Return');
      await reader.hear(named(0));
      await reader.find('b', words.gallery.next, 3);
      await reader.press('Return');
      await reader.hear(named(1));
      await reader.press('Escape');
      await reader.hear(gallery[1]?.alt[language] ?? '');
      reader.neverHear(gallery[0]?.alt[language] ?? '');
    },
  },
  {
    name: 'an empty send',
    start: '#contact',
    async play({ reader, words, orca }) {
      const { form } = words;
      await toForm(reader, words);
      await reader.find('b', form.send);
      await reader.press('Return');
      await reader.hear(form.labels.name, form.problems.name.missing);
      await reader.press('Tab');
      await reader.hear(form.labels.phone, form.problems.phone.missing);
      await reader.type('713 555 0199');
      await reader.press('shift+Tab');
      await reader.press('Tab');
      await reader.hear(form.labels.phone);
      reader.neverHear(orca.invalid, form.problems.phone.missing);
    },
  },
  {
    name: 'a failed send',
    start: '#contact',
    async play({ reader, words, line }) {
      line.set('busy');
      await fill(reader, words);
      await reader.press('Return');
      await reader.hear(
        `${words.outcome.failed.title} ${interpolate(words.outcome.failed.description, facts)}`,
      );
    },
  },
  {
    name: 'a request that is sent',
    start: '#contact',
    async play({ reader, words }) {
      const { receipt } = words.roadside;
      await fill(reader, words);
      await reader.press('Return');
      // The toast and the focus, in either order.
      await reader.hear(words.outcome.sent.title);
      await reader.hear(receipt.title);
      reader.neverHear(words.form.placeholders.service);
      await reader.press('Down');
      await reader.hear(receipt.reference);
    },
  },
  {
    name: 'the card for the phone call',
    start: '#contact',
    async play({ reader, words }) {
      const { card } = words.roadside;
      await toForm(reader, words);
      await typeInto(reader, 'Ann Lee');
      await reader.find('b', card.open);
      await reader.press('Return');
      await reader.hear(card.title, `${card.lines.who}: Ann Lee`);
      await reader.press('Escape');
      await reader.hear(card.open);
    },
  },
  {
    name: 'the area check',
    start: '#service-area',
    async play({ reader, words }) {
      const { areaCheck } = words;
      await reader.find('h', words.serviceArea.heading);
      await reader.press('Tab');
      await reader.hear(areaCheck.question);
      await reader.press('Return');
      await reader.hear(areaCheck.empty);
      for (const attempt of ['', 'again']) {
        if (!attempt) await reader.type('Dallas');
        await reader.press('Return');
        await reader.hear(areaCheck.ask);
      }
      await reader.press('Tab');
      await reader.press('Tab');
      await reader.hear(facts.phone);
      await reader.find('h', words.gallery.heading);
      await reader.press('Tab');
      await reader.press('Return');
      await reader.press('Escape');
      // An answer of before is not news.
      reader.neverHear(areaCheck.ask);
    },
  },
  {
    name: 'a location that is denied',
    start: '#contact',
    async play({ reader, words }) {
      const { position } = words.roadside;
      await toForm(reader, words);
      await reader.find('c', words.form.labels.service);
      await reader.press('KP_Insert+a');
      await reader.press('Down');
      await reader.press('KP_Insert+a');
      await reader.find('b', position.ask);
      await reader.press('Return');
      // Chromium's own notice interrupts the first answer.
      await reader.press('shift+Tab');
      await reader.hear(position.again);
      await reader.press('Return');
      await reader.hear(position.sign, position.denied);
    },
  },
  {
    name: 'the menu',
    async play({ reader, words, orca }) {
      await reader.find('b', words.header.menu);
      await reader.hear(orca.collapsed);
      await reader.press('Return');
      await reader.hear(orca.expanded);
      await reader.press('Tab');
      await reader.hear(words.navigation.services);
      await reader.press('Escape');
      await reader.hear(orca.collapsed);
      await reader.press('KP_Enter');
      await reader.hear(words.header.menu);
    },
  },
  {
    name: 'a page that does not exist',
    start: 'nowhere',
    async play({ reader, words }) {
      await reader.press('h');
      await reader.hear(words.notFound.headline);
      await reader.press('Tab');
      await reader.hear(`${words.header.emergency} ${facts.phone}`);
      await reader.press('Tab');
      await reader.hear(words.notFound.home);
    },
  },
];
