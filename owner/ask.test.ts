import { expect, test, vi } from 'vitest';
import { currentFacts } from './answers.ts';

vi.resetModules();
const typed: Record<string, string> = {};
vi.doMock('@clack/prompts', () => ({ intro: () => undefined, isCancel: () => false, text, multiselect }));
const { ask } = await import('./ask.ts');

interface TextPrompt {
  message: string;
  defaultValue?: string;
  validate(value: string): string | undefined;
}

/** Answers with the entry of `typed` that begins the question, or else with two spaces. */
async function text({ message, defaultValue = '', validate }: TextPrompt): Promise<string> {
  const [, answer = '  '] = Object.entries(typed).find(([start]) => message.startsWith(start)) ?? [];
  expect(validate(answer), message).toBeUndefined();
  return answer || defaultValue;
}

async function multiselect({ initialValues }: { initialValues: unknown[] }): Promise<unknown[]> {
  return initialValues;
}

test('an answer of only spaces keeps the suggestion', async () => {
  Object.assign(typed, {
    'Name of': 'Sawtooth Diesel',
    'Phone number': '(208) 734-0142',
    Email: 'service@sawtooth.com',
    'A city': 'Fresno, CA',
    Average: '40',
    Another: 'none',
    'Time zone': 'America/Boise',
    Hours: '07:00-19:00',
  });
  const { languages, phoneLanguages, claims, areas } = await ask(currentFacts);
  expect({ languages, phoneLanguages, claims }).toEqual({
    languages: currentFacts.languages,
    phoneLanguages: currentFacts.phoneLanguages,
    claims: currentFacts.claims,
  });
  expect(areas).toMatchObject([{ city: 'Fresno', state: 'CA', averageMinutes: 40 }]);
});
