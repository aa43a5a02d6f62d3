import { type Language, languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { Button } from '../components/Button.tsx';
import { CallLink } from '../components/CallLink.tsx';
import { Logo } from '../components/Logo.tsx';
import { Scene } from '../components/Scene.tsx';
import { splitSentences } from '../fill-facts.ts';
import { getPagePath } from '../routes.ts';
import style from './NotFound.module.css';

/**
 * A dead-end sign at sunrise, a link home, and the phone number. Each language's page includes all languages: a static
 * host may serve one page for all unknown paths.
 */
export function NotFound({ language }: { language: Language }) {
  const { notFound, header } = words[language];
  const others = (Object.keys(languages) as Language[]).filter((other) => other !== language);
  return (
    <main className={style.page}>
      <div className={style.sign}>
        <h1>
          {splitSentences(notFound.headline).map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
        </h1>
      </div>
      <div className={style.ways}>
        <Logo />
        <CallLink variant="primary" label={header.emergency} />
        <Button href={getPagePath('landing', language)}>{notFound.home}</Button>
        {others.map((other) => (
          <p key={other} lang={other}>
            {words[other].notFound.headline}.{' '}
            <a href={getPagePath('landing', other)}>{words[other].notFound.home}</a>
          </p>
        ))}
      </div>
      <Scene name="sunrise" className={style.road} />
    </main>
  );
}
