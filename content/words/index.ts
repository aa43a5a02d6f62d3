import type { Language } from '../known-languages.ts';
import { chooseVersions, type Written } from './choose-versions.ts';
import english from './en.json' with { type: 'json' };
import spanish from './es.json' with { type: 'json' };
import mail from './mail.json' with { type: 'json' };
import type { MailWords, Words } from './schema.ts';

export type { Words };

/**
 * The sentences of the pages and of the server's answers to visitors, in the versions that fit the facts. site/ and
 * server/ fill in the {placeholders}.
 */
export const words = {
  en: choose(english),
  es: choose(spanish),
} as Record<Language, Words>;

/** The words of the emails about requests. */
export const mailWords = choose(mail) as MailWords;

function choose(file: object): unknown {
  const { $schema, ...written } = file as Record<string, Written>;
  return chooseVersions(written);
}
