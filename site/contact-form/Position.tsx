import { useRef } from 'react';
import type { Language } from '../../content/languages.ts';
import { privacyAnchor } from '../../content/navigation.ts';
import buttonStyle from '../components/Button.module.css';
import { describePosition } from '../position/describe-position.ts';
import { aboutPage, buildPath } from '../routes.ts';
import type { FormState, FormStore } from './form-store.ts';
import type { FormWords } from './load-words.ts';
import { locate } from './locate.ts';
import { ShortInput } from './ShortInput.tsx';

interface Props {
  state: FormState;
  store: FormStore;
  language: Language;
  words: FormWords;
}

/**
 * The "Where are you?" button, which asks the phone for its position only when pressed. After the press, a short input
 * asks for a sign that the visitor can see. The position replaces the note about the search, so nothing moves.
 */
export function Position({ state, store, language, words: { form, roadside } }: Props) {
  const { position } = roadside;
  const { draft, positionSearch } = state;
  const button = useRef<HTMLButtonElement>(null);
  const foundLocation = positionSearch.state === 'idle' && draft.location;
  const isStarted = Boolean(draft.location) || positionSearch.state !== 'idle';

  function remove() {
    // The pressed button disappears. Without this, focus would move to the body.
    button.current?.focus();
    store.dispatch({ type: 'locationRemoved' });
  }

  return (
    <div className="roadside-place" data-started={isStarted ? '' : undefined}>
      <button
        ref={button}
        type="button"
        className={`${buttonStyle.button} roadside-ask`}
        onClick={() => locate(store)}
      >
        {isStarted ? position.again : position.ask}
      </button>
      <div className={foundLocation ? 'roadside-answer roadside-sign' : 'roadside-answer'}>
        <div aria-live="polite">
          {foundLocation ? (
            <LocationSign location={foundLocation} language={language} words={position} />
          ) : positionSearch.state === 'idle' ? (
            <p key="privacy" className="roadside-note">
              <span>{position.privacy}</span>{' '}
              <a href={buildPath(language, aboutPage, privacyAnchor)}>{form.privacyLink}</a>
            </p>
          ) : (
            <p key="search" className="roadside-note">
              {position[positionSearch.state]}
            </p>
          )}
        </div>
        {foundLocation && (
          <div>
            <button type="button" aria-label={position.remove} onClick={remove}>
              ×
            </button>
          </div>
        )}
      </div>
      {isStarted && (
        <ShortInput
          label={position.sign}
          value={draft.answers.sign}
          onAnswer={(answer) => store.dispatch({ type: 'answered', question: 'sign', answer })}
        />
      )}
    </div>
  );
}

interface LocationSignProps {
  location: NonNullable<FormState['draft']['location']>;
  language: Language;
  words: FormWords['roadside']['position'];
}

/** Shows a position on a strip of a guide sign, like "Near Humble, accurate to about 60 ft". */
function LocationSign({ location, language, words }: LocationSignProps) {
  const { where, accuracy } = describePosition(location, language, words);
  return (
    <p>
      <b>{where}</b> {accuracy && <span>{accuracy}</span>}
    </p>
  );
}
