import { business } from '../../content/business.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { Rows } from './Rows.tsx';

/** What drivers and fleets ask before they call, as far as the owner answers it in content/business.json. */
export function Terms({ language }: { language: Language }) {
  const { terms } = words[language].services;
  const rows = [
    { title: terms.rates, text: business.rates[language] },
    { title: terms.payment, text: listed(business.payment[language]) },
    { title: terms.notDone, text: listed(business.notDone[language]) },
  ].filter(({ text }) => text);
  return rows.length > 0 && <Rows rows={rows} />;
}

/** "Cash · Visa", with the dot at the end of a line rather than at the beginning of one. */
function listed(entries: string[]): string {
  return entries.join('\u00a0· ');
}
