// @vitest-environment happy-dom
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { type Language, languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { phoneLanguages } from '../facts.ts';
import { callCardContainerId } from './call-card-container.ts';
import { createFormStore } from './form-store.ts';

const loadWords = vi.hoisted(() => vi.fn<(language: Language) => Promise<unknown>>());
vi.mock('./load-words.ts', async (original) => ({ ...(await original<object>()), loadWords }));
// An earlier test file may have loaded the card without this mock, because test files share their modules.
vi.resetModules();
const { CallCard } = await import('./CallCard.tsx');

const [spokenLanguage = 'en'] = phoneLanguages;
const unspokenLanguages = (Object.keys(languages) as Language[]).filter(
  (language) => !phoneLanguages.includes(language),
);

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 });

/** Opens the card. `rows` returns the text to read out, and its translation. */
async function openCard(
  language: Language,
  changes: Partial<Record<keyof typeof exampleRequest, string>> = {},
) {
  const place = document.createElement('div');
  place.id = callCardContainerId;
  document.body.replaceChildren(place);
  const state = createFormStore().get();
  const fields = {
    ...exampleRequest,
    service: 'emergency',
    name: 'Ana Ortega',
    message: 'Se apagó.',
    ...changes,
  };
  const root = createRoot(document.createElement('div'));
  const shown = { ...state, draft: { ...state.draft, fields } };
  root.render(createElement(CallCard, { state: shown, language, words: words[language] }));
  await eventually(() => expect(place.querySelector('button')).not.toBeNull());
  place.querySelector('button')?.click();
  await eventually(() => expect(place.querySelector('li')).not.toBeNull());
  const rows = () =>
    Array.from(place.querySelectorAll('li'), (row) => ({
      language: row.getAttribute('lang'),
      text: Array.from(row.querySelectorAll(':scope > :not(small)'), ({ textContent }) => textContent).join(
        '',
      ),
      translation: row.querySelector('small')?.textContent,
    }));
  return { rows, close: () => root.unmount() };
}

test.each(unspokenLanguages)(
  'the card for %s is in a language that we speak, with a translation',
  async (language) => {
    loadWords.mockImplementation(async (requested) => words[requested]);
    const { rows, close } = await openCard(language);
    const [spokenWords, ownWords] = [words[spokenLanguage], words[language]];
    await eventually(() => expect(rows()[0]?.language).toBe(spokenLanguage));
    expect(rows()[0]).toEqual({
      language: spokenLanguage,
      text: `${spokenWords.extras.card.who}: Ana Ortega`,
      translation: ownWords.extras.card.who,
    });
    expect(rows().at(-1)).toEqual({
      language: spokenLanguage,
      text: `${spokenWords.extras.card.what}: ${spokenWords.form.services.emergency}; Se apagó.`,
      translation: `${ownWords.extras.card.what}: ${ownWords.form.services.emergency}; Se apagó.`,
    });
    close();
  },
);

test.each(unspokenLanguages)(
  'the card for %s appears untranslated if the words cannot be loaded',
  async (language) => {
    loadWords.mockRejectedValue(new TypeError('Failed to fetch'));
    const { rows, close } = await openCard(language);
    await eventually(() => expect(loadWords).toHaveBeenCalled());
    expect(rows()[0]?.text).toBe(`${words[language].extras.card.who}: Ana Ortega`);
    close();
  },
);

test.each(phoneLanguages)(
  'the card for %s, a language that we speak, has no translation',
  async (language) => {
    loadWords.mockReset();
    const { rows, close } = await openCard(language);
    expect(rows().map(({ translation }) => translation)).toEqual(rows().map(() => undefined));
    expect(loadWords).not.toHaveBeenCalled();
    close();
  },
);

test.each(phoneLanguages)('the card of an empty form asks in %s for the missing values', async (language) => {
  const { position, card } = words[language].extras;
  const { rows, close } = await openCard(language, { name: '', service: '', message: '' });
  expect(rows()[0]?.text).toBe(`${card.who}: ${card.missing}`);
  expect(rows()[2]?.text).toBe(`${position.lines.where}: ${position.sign}`);
  expect(rows().at(-1)?.text).toBe(`${card.what}: ${card.missing}`);
  close();
});

test.each(phoneLanguages)('in %s, the card for a repair at the yard has no place row', async (language) => {
  const { rows, close } = await openCard(language, { service: 'fleet' });
  const { where } = words[language].extras.position.lines;
  expect(rows().filter(({ text }) => text.startsWith(`${where}: `))).toEqual([]);
  close();
});
