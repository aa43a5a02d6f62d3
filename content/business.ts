import facts from './business.json' with { type: 'json' };
import type { Language } from './known-languages.ts';
import { formatE164 } from './phone-number.ts';
import type { Business } from './schema.ts';

const languages = facts.languages as Language[];

/** Fills in a fact that may be missing in a language. Pages in that language then don't mention it. */
function fillMissingLanguages<Value>(fact: Partial<Record<string, Value>>, nothing: Value) {
  const missing = languages.filter((language) => !(language in fact));
  return { ...fact, ...Object.fromEntries(missing.map((language) => [language, nothing])) };
}

/** The facts of the business, as schema.ts describes them, with the numbers in E.164. */
export const business = {
  ...facts,
  phone: formatE164(facts.phone),
  textLine: formatE164(facts.textLine),
  payment: fillMissingLanguages<string[]>(facts.payment, []),
  rates: fillMissingLanguages(facts.rates, ''),
  notDone: fillMissingLanguages<string[]>(facts.notDone, []),
} as unknown as Business;
