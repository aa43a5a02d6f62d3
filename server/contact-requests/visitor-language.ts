import type { Context } from 'hono';
import { type Language, languages } from '../../content/languages.ts';

/** The language of the page that posted, from its form's `?lang=`; the first one when it says none. */
export function visitorLanguage(c: Context): Language {
  const asked = c.req.query('lang') ?? '';
  const [first] = Object.keys(languages) as [Language];
  return Object.hasOwn(languages, asked) ? (asked as Language) : first;
}
