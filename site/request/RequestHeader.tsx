import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { Logo } from '../components/Logo.tsx';
import { fillFacts } from '../fill-facts.ts';
import { getPagePath } from '../routes.ts';
import style from './RequestHeader.module.css';

/** Links to the other languages, which keep the URL's fragment, and shows the request's reference once it is known. */
export function RequestHeader({ language }: { language: Language }) {
  const { requestStatus: text, footer } = words[language];
  return (
    <header className={style.header}>
      <div className={style.strip}>
        <span>{fillFacts(footer.area, language)}</span>{' '}
        <LanguageSwitch language={language} page="request" keepFragment />
      </div>
      <div className={style.bar}>
        <a href={getPagePath('landing', language)}>
          <Logo />
        </a>
        <h1 className={style.plate}>
          {text.heading} <b id="reference" />
        </h1>
      </div>
    </header>
  );
}
