import { useEffect, useRef, useState } from 'react';
import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import { privacyAnchor } from '../../content/navigation.ts';
import buttonStyle from '../components/Button.module.css';
import { facts } from '../facts.ts';
import { describePosition } from '../position/describe-position.ts';
import { highways } from '../position/highways.ts';
import { pathOf } from '../routes.ts';
import type { FormState, FormStore } from './form-store.ts';
import type { FormWords } from './form-words.ts';
import { chosenIn, highwayOf } from './lines.ts';
import { locate } from './locate.ts';
import { ShortInput } from './ShortInput.tsx';

const isFocused = (element: Element | null) => document.activeElement === element;

interface Props {
  state: FormState;
  store: FormStore;
  language: Language;
  words: FormWords;
}

/**
 * "Where are you?": asks the phone for its position when pressed, never before. Meanwhile, and where it finds
 * nothing, short inputs ask for what can be seen. A sign of the same height takes their place, so that nothing
 * moves when the answer comes.
 */
export function Position({ state, store, language, words: { form, roadside } }: Props) {
  const { position } = roadside;
  const { draft, search } = state;
  const { location, answers } = draft;
  const [changing, setChanging] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const isAsked = Boolean(location) || search.state !== 'closed';
  const searching = search.state === 'searching';
  const ended = !searching && search.state !== 'closed';
  const isFound = location && !searching && !ended;
  /** Whether, at the end of a search, the highway takes the focus and the note is read with its label. */
  const [isReadWithHighway, setReadWithHighway] = useState<boolean>();
  if (ended !== (isReadWithHighway !== undefined)) {
    setReadWithHighway(ended ? isFocused(button.current) : undefined);
  }

  useEffect(() => {
    if (isReadWithHighway) place.current?.querySelector('input')?.focus();
  }, [isReadWithHighway]);

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
  const inputs = (
    <div className="roadside-inputs">
      {(['highway', 'sign'] as const).map((id) => (
        <ShortInput
          key={id}
          label={position.fields[id]}
          value={answers[id]}
          onAnswer={(answer) => store.dispatch({ type: 'answered', question: id, answer })}
          suggestions={id === 'highway' ? highways : undefined}
          note={isAsked && !isFound && id === 'highway' ? 'roadside-search' : undefined}
        />
      ))}
    </div>
  );
  return (
    <>
      <div ref={place} className="roadside-place" data-asked={isAsked ? '' : undefined}>
        {isFound ? (
          <div className="roadside-sign">
            <p role="status">
              <Found draft={draft} language={language} words={roadside} />
            </p>
            <button type="button" aria-expanded={changing} onClick={() => setChanging(!changing)}>
              {position.change}
            </button>
          </div>
        ) : (
          <>
            {ask}
            {/* Another element: Chromium reads what comes into one that was live a moment ago. */}
            <p
              key={`${isReadWithHighway}`}
              aria-live={isAsked && !isReadWithHighway ? 'polite' : 'off'}
              id="roadside-search"
              className="roadside-note"
            >
              {search.state === 'closed' ? (
                <>
                  {position.privacy} <a href={pathOf('about', language, privacyAnchor)}>{form.privacyLink}</a>
                </>
              ) : (
                interpolate(position[search.state], facts)
              )}
            </p>
            {isAsked && inputs}
          </>
        )}
      </div>
      {isFound && changing && (
        <>
          {ask}
          {inputs}
        </>
      )}
      {isAsked &&
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
}: {
  draft: FormState['draft'];
  language: Language;
  words: FormWords['roadside'];
}) {
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
