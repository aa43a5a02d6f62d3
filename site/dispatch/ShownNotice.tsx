import { dispatchWords } from '../../content/words/dispatch.ts';
import type { Notice } from '../../contract/dispatch.ts';
import { ActionButton } from './ActionButton.tsx';
import { useDispatchPage } from './actions.tsx';
import { formatTime } from './clock-times.ts';
import { interpolate } from './interpolate.ts';
import { facts } from './page-facts.ts';

interface Props {
  notice: Notice;
  /** A sentence that may contain {begins} and {time}. */
  sentence: string;
  /** The confirmation after someone presses "Take down". */
  confirmation: string;
}

/** A shown or planned notice with its "Take down" button. */
export function ShownNotice({ notice: { id, text, begins, ends }, sentence, confirmation }: Props) {
  const { now, send, isBusy } = useDispatchPage();
  const [defaultLanguage = ''] = facts.languages;
  const times = { begins: formatTime(begins, now), time: formatTime(ends, now) };
  return (
    <div className="panel notice">
      {facts.languages.map((language) => (
        <p key={language} lang={language}>
          {text[language]}
        </p>
      ))}
      <p>
        <small>{interpolate(sentence, times)}</small>
      </p>
      <ActionButton
        className="button small"
        aria-label={`${dispatchWords.site.takeDown}: ${text[defaultLanguage]}`}
        isBusy={isBusy}
        onClick={() => send({ action: 'take_down', id }, confirmation)}
      >
        {dispatchWords.site.takeDown}
      </ActionButton>
    </div>
  );
}
