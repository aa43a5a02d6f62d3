import { useEffect, useRef, useState } from 'react';
import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import buttonStyle from '../components/Button.module.css';
import { facts } from '../facts.ts';
import { describePosition } from '../position/describe-position.ts';
import { highways } from '../position/highways.ts';
import type { FormState, FormStore } from './form-store.ts';
import type { FormWords } from './form-words.ts';
import { chosenIn, highwayOf } from './lines.ts';
import { locate } from './locate.ts';
import { ShortInput } from './ShortInput.tsx';

interface Props {
  state: FormState;
  store: FormStore;
  language: Language;
  words: FormWords['roadside'];
}

/**
 * "Where are you?": asks the phone for its position when pressed, never before. What it found goes with the
 * message; where it found nothing, short inputs ask for what can be seen.
 */
export function Position({ state, store, language, words }: Props) {
  const { position } = words;
  const { draft, search } = state;
  const { location, answers } = draft;
  const [changing, setChanging] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const inputs = useRef<HTMLDivElement>(null);
  const searching = search.state === 'searching';
  const ended = !searching && search.state !== 'closed';

  useEffect(() => {
    // Only from this button: a visitor who has moved on to another field stays there.
    if (ended && document.activeElement === button.current) inputs.current?.querySelector('input')?.focus();
  }, [ended]);

  function press() {
    if (searching) {
      store.dispatch({ type: 'searchEnded', search: search.id as symbol, end: 'stopped' });
    } else {
      setChanging(false);
      locate(store);
    }
  }

  const ask = (
    <button ref={button} type="button" className={`${buttonStyle.button} roadside-ask`} onClick={press}>
      {searching ? position.stop : ended || location ? position.again : position.ask}
    </button>
  );
  const isFound = location && !searching && !ended;
  return (
    <>
      {isFound ? (
        <div className="roadside-sign">
          <p role="status">
            <Found draft={draft} language={language} words={words} />
          </p>
          <button type="button" aria-expanded={changing} onClick={() => setChanging(!changing)}>
            {position.change}
          </button>
        </div>
      ) : (
        ask
      )}
      {!isFound && (
        <p role="status" id="roadside-search" className="roadside-note">
          {search.state === 'closed' ? position.privacy : interpolate(position[search.state], facts)}
        </p>
      )}
      {isFound && changing && ask}
      {(ended || (isFound && (changing || !location.highway))) && (
        <div ref={inputs} className="roadside-inputs">
          {(['highway', 'sign'] as const).map((id) => (
            <ShortInput
              key={id}
              label={position.fields[id]}
              value={answers[id]}
              onAnswer={(answer) => store.dispatch({ type: 'answered', question: id, answer })}
              suggestions={id === 'highway' ? highways : undefined}
              describedBy={ended && id === 'highway' ? 'roadside-search' : undefined}
            />
          ))}
        </div>
      )}
      {(location || search.state !== 'closed') &&
        (['direction', 'spot'] as const).map((id) => (
          <fieldset key={id} className="roadside-toggles" data-choice={id}>
            <legend>{position.fields[id]}</legend>
            {Object.entries({ direction: position.directions, spot: position.spots }[id]).map(
              ([value, name]) => (
                <button
                  key={value}
                  type="button"
                  aria-pressed={answers[id] === value}
                  onClick={() =>
                    store.dispatch({
                      type: 'answered',
                      question: id,
                      answer: answers[id] === value ? '' : value,
                    })
                  }
                >
                  {name}
                </button>
              ),
            )}
          </fieldset>
        ))}
    </>
  );
}

/** "I-69 north, near Humble, within 60 feet." */
function Found({
  draft,
  language,
  words,
}: { draft: FormState['draft'] } & Pick<Props, 'language' | 'words'>) {
  const { position } = words;
  const { where, accuracy } = describePosition(
    draft.location as NonNullable<typeof draft.location>,
    language,
    position,
  );
  const highway = highwayOf(draft, words);
  const direction = chosenIn(position.directions, draft.answers.direction);
  const road =
    highway && direction
      ? interpolate(position.bound, { highway, direction: direction.toLowerCase() })
      : highway;
  return (
    <>
      <b>{capitalized(road ?? where)}</b>{' '}
      {[road && uncapitalized(where), accuracy].filter(Boolean).join(', ')}
    </>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const uncapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
