import { useRef } from 'react';
import type { Language } from '../../content/languages.ts';
import { privacyAnchor } from '../../content/navigation.ts';
import buttonStyle from '../components/Button.module.css';
import { describePosition, type Position } from '../position/describe-position.ts';
import { aboutPage, buildPath } from '../routes.ts';
import type { FormState } from './form-state.ts';
import type { FormStore } from './form-store.ts';
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
 * The "Where are you?" button and a short input for a sign that the visitor can see. The button asks the phone for its
 * position only when pressed. The position replaces the note about the search, so the form hardly moves.
 */
export function LocationPicker({ state, store, language, words: { form, extras } }: Props) {
  const { position } = extras;
  const { draft, positionSearch } = state;
  const button = useRef<HTMLButtonElement>(null);
  const foundPosition = positionSearch.state === 'idle' && draft.position;
  const isStarted = draft.position !== undefined || positionSearch.state !== 'idle';

  function remove() {
    // The pressed button disappears. Without this, focus would move to the body.
    button.current?.focus();
    store.dispatch({ type: 'positionRemoved' });
  }

  return (
    <div className="location-picker" data-started={isStarted ? '' : undefined}>
      <button
        ref={button}
        type="button"
        className={`${buttonStyle.button} location-button`}
        onClick={() => locate(store)}
      >
        {isStarted ? position.again : position.ask}
      </button>
      <div className={foundPosition ? 'location-status location-sign' : 'location-status'}>
        <div aria-live="polite">
          {foundPosition ? (
            <PositionSign position={foundPosition} language={language} words={position} />
          ) : positionSearch.state === 'idle' ? (
            <p key="privacy" className="service-note">
              <span>{position.privacy}</span>{' '}
              <a href={buildPath(language, aboutPage, privacyAnchor)}>{form.privacyLink}</a>
            </p>
          ) : (
            <p key="search" className="service-note">
              {position[positionSearch.state]}
            </p>
          )}
        </div>
        {foundPosition && (
          <div>
            <button type="button" aria-label={position.remove} onClick={remove}>
              ×
            </button>
          </div>
        )}
      </div>
      <ShortInput
        label={position.sign}
        value={draft.answers.sign}
        onAnswer={(answer) => store.dispatch({ type: 'answered', question: 'sign', answer })}
      />
    </div>
  );
}

interface PositionSignProps {
  position: Position;
  language: Language;
  words: FormWords['extras']['position'];
}

/** Shows a position on a strip of a guide sign, like "Near Humble" and "accurate to about 60 ft". */
function PositionSign({ position, language, words }: PositionSignProps) {
  const { where, accuracy } = describePosition(position, language, words);
  return (
    <p>
      <b>{where}</b> {accuracy && <span>{accuracy}</span>}
    </p>
  );
}
