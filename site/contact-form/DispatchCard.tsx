import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Language } from '../../content/languages.ts';
import { printedPhone } from '../../content/phone-number.ts';
import buttonStyle from '../components/Button.module.css';
import { CallLink } from '../components/CallLink.tsx';
import { phoneLanguages } from '../facts.ts';
import { isTyped } from './draft.ts';
import type { FormState } from './form-store.ts';
import { isolated, linesOf } from './lines.ts';
import { type FormWords, loadWords } from './load-words.ts';
import { receiptLines } from './Outcome.tsx';

interface Props {
  state: FormState;
  language: Language;
  words: FormWords;
}

/** What to read out on the phone: voice often works where data does not. */
export function DispatchCard({ state, language, words }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { card, call } = words.roadside;

  useLayoutEffect(() => {
    if (!isOpen || !dialog.current) {
      return;
    }
    // A dialog returns the focus to where it was, but Safari doesn't focus a button that is pressed.
    button.current?.focus({ preventScroll: true });
    dialog.current.showModal();
    // Screen readers announce the dialog only if it has the focus itself. The browser has scrolled to its first link.
    dialog.current.focus();
    dialog.current.scrollTop = 0;
  }, [isOpen]);

  return (
    <>
      <button ref={button} type="button" className={buttonStyle.button} onClick={() => setOpen(true)}>
        {card.open}
      </button>
      <dialog
        ref={dialog}
        tabIndex={-1}
        aria-labelledby="dispatch-card"
        className="panel roadside-card"
        onClose={() => setOpen(false)}
      >
        <h4 id="dispatch-card">{card.title}</h4>
        {isOpen && <Rows state={state} language={language} words={words} />}
        <div className="roadside-row">
          {/* The toast and the panel are out of reach while the card is open. */}
          <p role="status" className="roadside-outcome">
            {isOpen && outcomeOf(state, words)}
          </p>
          <CallLink look="primary" label={call} />
          <button type="button" className={buttonStyle.button} onClick={() => dialog.current?.close()}>
            {card.close}
          </button>
        </div>
      </dialog>
    </>
  );
}

/**
 * What to say, in a language in which the phone is answered: whoever reads it out need not speak it. Below each row is
 * what it means, if that is another language than the page's.
 */
function Rows({ state, language, words }: Props) {
  const spokenLanguage = phoneLanguages.includes(language) ? language : (phoneLanguages[0] ?? language);
  const [spoken, setSpoken] = useState<FormWords>();
  const { missing } = words.roadside.card;
  useEffect(() => {
    if (spokenLanguage !== language) {
      // Without a line, the card stays in the page's language.
      loadWords(spokenLanguage).then(setSpoken, () => setSpoken(undefined));
    }
  }, [spokenLanguage, language]);
  const ownRows = rowsOf(state, language, words);
  const rows = spoken ? rowsOf(state, spokenLanguage, spoken) : ownRows;
  return (
    // Not a `dl`: read as a whole, its terms and values run together.
    <ul className={spoken && 'roadside-spoken'}>
      {rows.map(([label, value], index) => {
        const [ownLabel = '', ownValue] = ownRows[index] ?? [];
        const isTranslated = ownValue !== value;
        return (
          <li key={label} lang={spoken && spokenLanguage}>
            <span>{`${label}: `}</span>
            <div dir="auto">{value || <i lang={language}>{missing}</i>}</div>
            {spoken && <small lang={language}>{isTranslated ? `${ownLabel}: ${ownValue}` : ownLabel}</small>}
          </li>
        );
      })}
    </ul>
  );
}

/** What became of the request that the card shows. */
function outcomeOf(state: FormState, { roadside: { receipt, failed } }: FormWords): string | false {
  const sent = sentOf(state);
  if (!sent) {
    return state.phase.name === 'failed' && `${failed.board[0]} ${failed.kept}`;
  }
  return receiptLines(receipt, sent.reference).join(' ');
}

/** What was last sent, until the form holds something else. */
function sentOf({ phase, draft }: FormState) {
  return phase.name === 'sent' && !(phase.emptied && isTyped(draft)) ? phase.sent : undefined;
}

/** What the form holds, or else what was last sent. */
function rowsOf(state: FormState, language: Language, { form, roadside }: FormWords) {
  const draft = sentOf(state)?.draft ?? state.draft;
  const { fields, location } = draft;
  const { card, position } = roadside;
  const service = form.services[fields.service as keyof typeof form.services];
  const lines = linesOf(draft, language, roadside);
  const coordinates =
    location &&
    `${grouped(location.latitude)} ${card.latitude}, ${grouped(-location.longitude)} ${card.longitude}`;
  return [
    [card.who, fields.name],
    [card.phone, fields.phone && printedPhone(fields.phone)],
    ...lines.map(({ label, value }) => [label, isolated(value)]),
    ...(lines.some(({ id }) => id === 'location') ? [[position.lines.coordinates, coordinates]] : []),
    [card.what, [service, fields.message].filter(Boolean).join('; ')],
  ];
}

/** Splits 29.76040 for reading aloud: 29.760 40. */
const grouped = (degrees: number) => degrees.toFixed(5).replace(/(\d\d)$/, '\u00a0$1');
