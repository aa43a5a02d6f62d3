import { business } from '../../content/business.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import style from './Terms.module.css';

/** What drivers and fleets ask before they call, as far as the owner answers it in content/business.json. */
export function Terms({ language }: { language: Language }) {
  const { terms } = words[language].services;
  const answers = [
    { question: terms.rates, answer: business.rates[language] },
    { question: terms.payment, answer: listed(business.payment[language]) },
    { question: terms.notDone, answer: listed(business.notDone[language]) },
  ].filter(({ answer }) => answer);
  if (answers.length === 0) return null;
  return (
    <dl className={style.terms}>
      {answers.map(({ question, answer }) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  );
}

/** "Cash · Visa", with the dot at the end of a line rather than at the beginning of one. */
function listed(entries: string[]): string {
  return entries.join('\u00a0· ');
}
