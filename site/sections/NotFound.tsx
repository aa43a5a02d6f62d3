import { defaultLanguage } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { Button } from '../components/Button.tsx';
import { CallLink } from '../components/CallLink.tsx';
import { pathOf } from '../routes.ts';
import style from './NotFound.module.css';

/** A dead-end sign, the way back, and the number. */
export function NotFound() {
  const { notFound, header } = words[defaultLanguage];
  return (
    <main id="main" tabIndex={-1} className={style.page}>
      <div className={style.sign}>
        <h1>{notFound.headline}</h1>
      </div>
      <p className={style.links}>
        <Button href={pathOf('landing', defaultLanguage)}>{notFound.home}</Button>
        <CallLink look="act" label={header.emergency} />
      </p>
    </main>
  );
}
