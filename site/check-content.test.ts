import { expect, test } from 'vitest';
import { type Content, content, contentErrors } from './check-content.ts';

test('the current content has no errors', () => {
  expect(contentErrors(content)).toEqual([]);
});

const changes: { what: string; change: (content: Content) => void; sentence: string }[] = [
  {
    what: 'a phone number as people write it',
    change: ({ business }) => Object.assign(business, { phone: '713-555-0147' }),
    sentence:
      'The phone number "713-555-0147" cannot be used. Write it in content/business.ts as +1 and ten digits, like +12815550123.',
  },
  {
    what: 'a claim in words',
    change: ({ business }) => Object.assign(business, { claims: { clients: 'many' } }),
    sentence: '"clients" in content/business.ts is many. Write a whole number from 1.',
  },
  {
    what: 'an address without a mailbox',
    change: ({ business }) => Object.assign(business, { email: 'company.com' }),
    sentence:
      'The email "company.com" cannot be used. Write it in content/business.ts like service@company.com.',
  },
  {
    what: 'a language without words',
    change: ({ languages }) => Object.assign(languages, { pt: { name: 'Português', path: '/pt/' } }),
    sentence:
      'There are no words for the language "pt". Translate content/words/en.ts as content/words/pt.ts, and name it in content/words/index.ts.',
  },
  {
    what: 'a sentence in one language only',
    change: ({ words }) => Object.assign(words.es.hero, { headline: undefined }),
    sentence: 'content/words/es.ts has no "hero.headline". Add it where content/words/en.ts has it.',
  },
  {
    what: 'a letter that the font does not have',
    change: ({ words }) => Object.assign(words.es.hero, { headline: 'Čeak' }),
    sentence: 'The font of the signs lacks "Č" of content/words/es.ts. Run "npm run font".',
  },
  {
    what: 'a service without words',
    change: ({ services }) => services.push({ id: 'welding', icon: 'truck', inForm: false }),
    sentence:
      'The service "welding" has no words. Write services.items.welding with title and description in content/words/es.ts.',
  },
  {
    what: 'a service that the form cannot name',
    change: ({ services }) => Object.assign(services.at(-1) ?? {}, { inForm: true }),
    sentence:
      'The form offers the service "mobile" without a name. Write form.services.mobile in content/words/en.ts, or set inForm to false in content/services.ts.',
  },
  {
    what: 'a town without a place',
    change: ({ serviceAreas }) => serviceAreas[0]?.towns.push({ name: 'Tomball' }),
    sentence:
      '"Tomball" is not in Texas. Write its longitude and latitude in content/service-areas.ts, in this order, like at: [-95.3698, 29.7604].',
  },
  {
    what: 'a picture without a caption',
    change: ({ gallery }) => Object.assign(gallery[1].caption, { es: ' ' }),
    sentence:
      'The picture "construction-equipment.jpg" has no caption in "es". Write it in content/gallery/index.ts.',
  },
];

test.each(changes)('$what stops the build with a sentence that says what to do', ({ change, sentence }) => {
  const changed = structuredClone(content) as Content;
  change(changed);
  expect(contentErrors(changed)).toContain(sentence);
});
