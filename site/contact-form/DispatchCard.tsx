import { useLayoutEffect, useRef, useState } from 'react';
import type { Language } from '../../content/languages.ts';
import { groupedPhone } from '../../content/phone-number.ts';
import buttonStyle from '../components/Button.module.css';
import { CallLink } from '../components/CallLink.tsx';
import { isolated } from './bidi.ts';
import { isTyped } from './draft.ts';
import type { FormState } from './form-store.ts';
import type { FormWords } from './form-words.ts';
import { linesOf } from './lines.ts';
import { type AnsweredWords, Spoken } from './Spoken.tsx';

interface Props {
  state: FormState;
  language: Language;
  words: FormWords;
  answered: AnsweredWords;
}

/** Six lines to read out on the phone: voice often works where data does not. */
export function DispatchCard({ state, language, words, answered }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { card, call } = words.roadside;

  useLayoutEffect(() => {
    if (!isOpen) return;
    dialog.current?.showModal();
    // Screen readers announce the dialog only if it has the focus itself.
    dialog.current?.focus();
  }, [isOpen]);

  return (
    <>
      <button type="button" className={buttonStyle.button} onClick={() => setOpen(true)}>
        {card.open}
      </button>
      <dialog
        ref={dialog}
        tabIndex={-1}
        aria-labelledby="dispatch-card"
        className="roadside-card"
        onClose={() => setOpen(false)}
      >
        <h4 id="dispatch-card">{card.title}</h4>
        {isOpen && <Lines state={state} language={language} words={words} answered={answered} />}
        <div className="roadside-row">
          <CallLink look="primary" label={call} />
          <button type="button" className={buttonStyle.button} onClick={() => dialog.current?.close()}>
            {card.close}
          </button>
        </div>
      </dialog>
    </>
  );
}

const placeLines = ['location', 'sign'];

function Lines({ state, language, words, answered }: Props) {
  // What the form holds, or else what was last sent.
  const draft = state.phase.name === 'sent' && !isTyped(state.draft) ? state.phase.sent.draft : state.draft;
  const { fields, location } = draft;
  const { card } = words.roadside;
  const all = linesOf(draft, language, words.roadside);
  const lines = {
    who: fields.name,
    phone: fields.phone && groupedPhone(fields.phone),
    where: joined(all.filter(({ id }) => placeLines.includes(id)).map(({ value }) => isolated(value))),
    coordinates: location && (
      <>
        <span>
          {card.latitude} <b>{grouped(location.latitude)} </b>
        </span>
        <span>
          {card.longitude} <b>{grouped(-location.longitude)}</b>
        </span>
      </>
    ),
    unit: joined(
      all
        .filter(({ id }) => !placeLines.includes(id))
        .map(({ label, value }) => `${label}: ${isolated(value)}`),
    ),
    what: joined([words.form.services[fields.service as keyof typeof words.form.services], fields.message]),
  };
  return (
    <>
      <Spoken draft={draft} language={language} note={words.roadside.spoken.note} answered={answered} />
      {/* Not a `dl`: read as a whole, its terms and values run together. */}
      <ul>
        {(Object.keys(lines) as (keyof typeof lines)[]).map((line) => (
          <li key={line}>
            <span>{`${card.lines[line]}: `}</span>
            <div dir="auto">{lines[line] || <i>{card.missing}</i>}</div>
          </li>
        ))}
      </ul>
    </>
  );
}

const joined = (parts: (string | undefined)[]) => parts.filter(Boolean).join('; ');

/** Splits 29.76040 for reading aloud: 29.760 40. */
const grouped = (degrees: number) => degrees.toFixed(5).replace(/(\d\d)$/, ' $1');
