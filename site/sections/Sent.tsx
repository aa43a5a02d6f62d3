import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import button from '../components/Button.module.css';
import { Button } from '../components/Button.tsx';
import { CallLink } from '../components/CallLink.tsx';
import { facts } from '../facts.ts';
import { getPagePath } from '../routes.ts';
import style from './Sent.module.css';

/** Confirms a form that the browser posted without our script, and says what happens next. */
export function Sent({ language }: { language: Language }) {
  const { outcome, extras, sent } = words[language];
  const { answer, nextWithout } = extras.receipt;
  const { answerWithinMinutes, phone } = facts;
  return (
    // track-native-post.ts recognizes this page by the attribute.
    <div className={style.page} data-sent="">
      <div className={style.sheet}>
        <h1>{outcome.sent.title}</h1>
        <p>{outcome.sent.description}</p>
        {answerWithinMinutes !== '' && <p>{interpolate(answer, { phone, n: answerWithinMinutes })}</p>}
        <p>{`${sent.received} ${nextWithout}`}</p>
        <div className={style.ways}>
          <CallLink variant="primary" label={extras.call} />
          {/* track-native-post.ts adds the token and unhides this link. */}
          <a id="follow" hidden href={getPagePath('request', language)} className={button.button}>
            {extras.receipt.follow}
          </a>
          <Button href={getPagePath('landing', language)}>{sent.home}</Button>
        </div>
      </div>
    </div>
  );
}
