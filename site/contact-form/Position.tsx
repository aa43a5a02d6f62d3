import { useEffect, useRef, useState } from 'react';
import type { Language } from '../../content/languages.ts';
import { privacyAnchor } from '../../content/navigation.ts';
import buttonStyle from '../components/Button.module.css';
import { describePosition } from '../position/describe-position.ts';
import { pathOf } from '../routes.ts';
import type { FormState, FormStore } from './form-store.ts';
import type { FormWords } from './form-words.ts';
import { locate } from './locate.ts';
import { ShortInput } from './ShortInput.tsx';

const noteId = 'roadside-search';

interface Props {
  state: FormState;
  store: FormStore;
  language: Language;
  words: FormWords;
}

/**
 * "Where are you?": asks the phone for its position when pressed, never before. From then on a short input asks for
 * what can be seen. What is found takes the place of the note about the search, so that nothing moves.
 */
export function Position({ state, store, language, words: { form, roadside } }: Props) {
  const { position } = roadside;
  const { draft, search } = state;
  const { location } = draft;
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const isSearching = search.state === 'searching';
  const hasEnded = !isSearching && search.state !== 'closed';
  const isFound = location && search.state === 'closed';
  const isStarted = Boolean(location) || search.state !== 'closed';
  /** Whether a search without a result moves focus from the button to the input, whose label the note becomes a part of. */
  const [movesFocus, setMovesFocus] = useState<boolean>();
  if (hasEnded !== (movesFocus !== undefined)) {
    setMovesFocus(hasEnded ? document.activeElement === button.current : undefined);
  }

  useEffect(() => {
    if (movesFocus) place.current?.querySelector('input')?.focus();
  }, [movesFocus]);

  function press() {
    if (isSearching) store.dispatch({ type: 'searchEnded', search: search.id as symbol, end: 'stopped' });
    else locate(store);
  }

  return (
    <div ref={place} className="roadside-place" data-started={isStarted ? '' : undefined}>
      <button ref={button} type="button" className={`${buttonStyle.button} roadside-ask`} onClick={press}>
        {isSearching ? position.stop : isStarted ? position.again : position.ask}
      </button>
      <div className="roadside-answer">
        {isFound ? (
          <Found location={location} language={language} words={position} />
        ) : (
          // Another element: Chromium reads what comes into one that was live a moment ago.
          <p
            key={`${movesFocus}`}
            aria-live={isStarted && !movesFocus ? 'polite' : 'off'}
            id={noteId}
            className="roadside-note"
          >
            {search.state === 'closed' ? (
              <span key="privacy">
                {`${position.privacy} `}
                <a href={pathOf('about', language, privacyAnchor)}>{form.privacyLink}</a>
              </span>
            ) : (
              <span key="search">{position[search.state]}</span>
            )}
          </p>
        )}
      </div>
      {isStarted && (
        <ShortInput
          label={position.sign}
          value={draft.answers.sign}
          onAnswer={(answer) => store.dispatch({ type: 'answered', question: 'sign', answer })}
          note={isFound ? undefined : noteId}
        />
      )}
    </div>
  );
}

interface FoundProps {
  location: NonNullable<FormState['draft']['location']>;
  language: Language;
  words: FormWords['roadside']['position'];
}

/** "Near Humble, accurate to about 60 ft", on a strip of a guide sign. */
function Found({ location, language, words }: FoundProps) {
  const { where, accuracy } = describePosition(location, language, words);
  return (
    <p role="status" className="roadside-sign">
      <b>{where}</b> {accuracy && <span>{accuracy}</span>}
    </p>
  );
}
