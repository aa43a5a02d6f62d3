import { useRef, useState } from 'react';
import { interpolate } from '../../content/interpolate.ts';
import type { Language } from '../../content/languages.ts';
import buttonStyle from '../components/Button.module.css';
import { facts } from '../facts.ts';
import { describePosition, type Fix } from '../position/describe-position.ts';
import { highways } from '../position/highways.ts';
import { isInOurStates } from '../position/in-our-states.ts';
import { describePlace, placeInputs } from './added-lines.ts';
import { afterPaint } from './after-paint.ts';
import type { FormWords } from './form-words.ts';
import { ShortInput } from './ShortInput.tsx';
import type { DraftHandle } from './use-draft.ts';

const timeoutMilliseconds = 15_000;

type State = 'closed' | 'searching' | 'found' | 'stopped' | 'denied' | 'failed' | 'outside';

interface Props {
  draft: DraftHandle;
  language: Language;
  words: FormWords['roadside'];
  onOpen: () => void;
}

/**
 * "Where are you?": asks the phone for its position when pressed, never before, and writes it into the
 * message. Three short inputs ask for what the phone cannot know (highway, direction, sign).
 */
export function Position({ draft, language, words, onOpen }: Props) {
  const { position } = words;
  const [state, setState] = useState<State>('closed');
  // The current search: results of earlier ones are ignored.
  const search = useRef<symbol>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const inputs = useRef<HTMLDivElement>(null);

  function press() {
    if (search.current) {
      end('stopped');
      return;
    }
    const current = Symbol('search');
    const isCurrent = () => search.current === current;
    search.current = current;
    setState('searching');
    onOpen();
    // Loaded while the phone searches. If it fails, the visitor is asked for the highway.
    const roads = import('../position/match-highway.ts').catch(() => undefined);
    const found = async ({ coords, timestamp }: GeolocationPosition) => {
      if (!isCurrent()) return;
      const { latitude, longitude, accuracy: accuracyMeters } = coords;
      if (!isInOurStates([longitude, latitude])) {
        end('outside');
        return;
      }
      const fix: Fix = { latitude, longitude, accuracyMeters, time: timestamp };
      draft.setFix(fix);
      end('found');
      const highway = (await roads)?.matchHighway([longitude, latitude], accuracyMeters);
      if (highway && draft.data().fix === fix) draft.setFix({ ...fix, highway });
    };
    const failed = ({ code }: { code: number }) => {
      if (isCurrent()) end(code === GeolocationPositionError.PERMISSION_DENIED ? 'denied' : 'failed');
    };
    // To ask the phone takes it longer than to show that it is asked.
    afterPaint(() => {
      if (!isCurrent()) return;
      navigator.geolocation.getCurrentPosition(found, failed, {
        enableHighAccuracy: true,
        timeout: timeoutMilliseconds,
        maximumAge: 0,
      });
    });
  }

  function end(outcome: Exclude<State, 'closed' | 'searching'>) {
    search.current = undefined;
    setState(outcome);
    // Only from this button: a visitor who has moved on to another field stays there.
    if (outcome !== 'found' && document.activeElement === button.current) {
      inputs.current?.querySelector('input')?.focus();
    }
  }

  const label = { closed: position.ask, searching: position.stop }[state as string] ?? position.again;
  return (
    <>
      <button ref={button} type="button" className={`${buttonStyle.button} roadside-ask`} onClick={press}>
        {label}
      </button>
      <div role="status" className={state === 'closed' ? undefined : 'roadside-sign'} data-state={state}>
        {state === 'found' ? (
          <Found draft={draft} language={language} words={words} />
        ) : (
          state !== 'closed' && <p>{interpolate(position[state], facts)}</p>
        )}
      </div>
      {state !== 'closed' && (
        <>
          <p className="roadside-note">{position.privacy}</p>
          <div ref={inputs} className="roadside-inputs">
            {placeInputs.map((id) => (
              <ShortInput
                key={id}
                id={id}
                label={position.fields[id]}
                draft={draft}
                suggestions={{ highway: highways, direction: position.directions, sign: undefined }[id]}
              />
            ))}
          </div>
        </>
      )}
    </>
  );
}

/** The mile-marker sign, with the same content as the message. */
function Found({ draft, language, words }: Pick<Props, 'draft' | 'language' | 'words'>) {
  const { fix } = draft.data();
  if (!fix) return null;
  const { where, coordinates, accuracy, time } = describePosition(fix, language, words.position);
  return (
    <>
      <p className="roadside-where">{where}</p>
      <p>{describePlace(draft.data(), language, words).highway ?? words.position.askHighway}</p>
      <p className="roadside-digits">{coordinates}</p>
      <p>
        {accuracy}, {time}
      </p>
    </>
  );
}
