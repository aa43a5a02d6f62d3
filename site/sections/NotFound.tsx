import { defaultLanguage, type Language, languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { Button } from '../components/Button.tsx';
import { CallLink } from '../components/CallLink.tsx';
import { Logo } from '../components/Logo.tsx';
import { pathOf } from '../routes.ts';
import style from './NotFound.module.css';

/** A dead-end sign, the way back, and the number. */
export function NotFound() {
  const { notFound, header } = words[defaultLanguage];
  const others = (Object.keys(languages) as Language[]).filter((language) => language !== defaultLanguage);
  return (
    <main id="main" tabIndex={-1} className={style.page}>
      <Logo />
      <div className={style.sign}>
        <h1>{notFound.headline}</h1>
      </div>
      <p className={style.links}>
        <Button href={pathOf('landing', defaultLanguage)}>{notFound.home}</Button>
        <CallLink look="act" label={header.emergency} />
      </p>
      {others.map((language) => (
        <p key={language} lang={language} className={style.other}>
          {words[language].notFound.headline}.{' '}
          <a href={pathOf('landing', language)}>{words[language].notFound.home}</a>
        </p>
      ))}
    </main>
  );
}
