import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { business } from '../content/business.ts';
import type { Language } from '../content/languages.ts';
import { type Words, words } from '../content/words/index.ts';

/** The words that a script imports, by the query in its import. The built files' names begin with the keys. */
const parts: Record<string, (words: Words) => object> = {
  words: ({ form, outcome, extras }) => ({
    // The build shows the form's title.
    form: { ...form, title: undefined },
    outcome,
    // Without their facts, nothing shows these sentences.
    extras: {
      ...extras,
      text: business.textLine ? extras.text : undefined,
      receipt: {
        ...extras.receipt,
        answer: business.answerWithinMinutes ? extras.receipt.answer : undefined,
      },
    },
  }),
  'area-words': ({ areaCheck }) => ({ areaCheck }),
};

/**
 * Turns an import like content/words/en.json?area-words into a module with only that part of the words, in the versions
 * that fit the facts. So scripts load only their own words, in one language.
 */
export function wordsForScripts(): Plugin {
  return {
    name: 'words-for-scripts',
    enforce: 'pre',
    resolveId(source) {
      const [, language, part = ''] = /\/content\/words\/([a-z]{2})\.json\?([\w-]+)$/.exec(source) ?? [];
      return part in parts ? `/words-for-scripts/${part}-${language}.js` : undefined;
    },
    load(id) {
      if (!id.startsWith('/words-for-scripts/')) {
        return;
      }
      const [, part = '', language] = /^(.+)-([a-z]{2})\.js$/.exec(basename(id)) ?? [];
      const exported = Object.entries(parts[part]?.(words[language as Language]) ?? {});
      return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
    },
  };
}
