import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Language } from '../../content/languages.ts';
import { formatPhone } from '../../content/phone-number.ts';
import buttonStyle from '../components/Button.module.css';
import { CallLink } from '../components/CallLink.tsx';
import { phoneLanguages } from '../facts.ts';
import { callCardContainerId } from './call-card-container.ts';
import { hasContent } from './draft.ts';
import type { FormState } from './form-state.ts';
import { type FormWords, loadWords } from './load-words.ts';
import { asksForYard, createMessageLines, isolateRightToLeft } from './message-lines.ts';
import { formatReceiptLines } from './Outcome.tsx';

interface Props {
  state: FormState;
  language: Language;
  words: FormWords;
}

/** Shows the request for reading out on the phone, because voice often works where data doesn't. */
export function CallCard({ state, language, words }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { card, call } = words.extras;

  useLayoutEffect(() => {
    if (!isOpen || !dialog.current) {
      return;
    }
    // A closing dialog returns focus to the element that had focus before. Safari doesn't focus a pressed button, so
    // focus the button here.
    button.current?.focus({ preventScroll: true });
    dialog.current.showModal();
    // Some screen readers announce the dialog only if the dialog itself has focus.
    dialog.current.focus();
    // The browser may have scrolled to the first link, so scroll back to the top.
    dialog.current.scrollTop = 0;
  }, [isOpen]);

  // The button is in the call panel, because it is about calling.
  return createPortal(
    <>
      <button ref={button} type="button" className={buttonStyle.button} onClick={() => setOpen(true)}>
        {card.open}
      </button>
      <dialog
        ref={dialog}
        tabIndex={-1}
        aria-labelledby="call-card"
        className="panel call-card"
        onClose={() => setOpen(false)}
      >
        <h4 id="call-card">{card.title}</h4>
        {isOpen && <Rows state={state} language={language} words={words} />}
        <div className="button-row">
          {/* The card shows the outcome too, because the toast and the panel can't be reached while it is open. */}
          <p role="status" className="call-card-outcome">
            {isOpen && describeOutcome(state, words)}
          </p>
          <CallLink variant="primary" label={call} />
          <button type="button" className={buttonStyle.button} onClick={() => dialog.current?.close()}>
            {card.close}
          </button>
        </div>
      </dialog>
    </>,
    document.getElementById(callCardContainerId) as HTMLElement,
  );
}

/**
 * Shows the request with our words in a language that we answer the phone in, so visitors can read it out without
 * speaking that language. If it differs from the page's language, each row has a translation after its label.
 */
function Rows({ state, language, words }: Props) {
  const spokenLanguage = phoneLanguages.includes(language) ? language : (phoneLanguages[0] ?? language);
  const [spokenWords, setSpokenWords] = useState<FormWords>();
  const { missing } = words.extras.card;
  useEffect(() => {
    if (spokenLanguage !== language) {
      // If the words can't be loaded, the card remains in the page's language.
      loadWords(spokenLanguage).then(setSpokenWords, () => setSpokenWords(undefined));
    }
  }, [spokenLanguage, language]);
  const pageRows = createRows(state, language, words);
  const rows = spokenWords ? createRows(state, spokenLanguage, spokenWords) : pageRows;
  return (
    // This isn't a `dl`, because a screen reader that reads all of a `dl` runs its terms and values together.
    <ul className={spokenWords && 'call-card-spoken'}>
      {rows.map(([label, value], index) => {
        const [pageLabel = '', pageValue, prompt = missing] = pageRows[index] ?? [];
        const isTranslated = pageValue !== value;
        return (
          <li key={label} lang={spokenWords && spokenLanguage}>
            <span>{`${label}: `}</span>
            {spokenWords && (
              <small lang={language}>{isTranslated ? `${pageLabel}: ${pageValue}` : pageLabel}</small>
            )}
            <div dir="auto">{value || <i lang={language}>{prompt}</i>}</div>
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the outcome of the request on the card, or false if there is none yet. */
function describeOutcome(state: FormState, { extras: { receipt, failed } }: FormWords): string | false {
  const sent = findSentRequest(state);
  if (!sent) {
    return state.phase.name === 'failed' && `${failed.board[0]} ${failed.kept}`;
  }
  return formatReceiptLines(receipt, sent.receipt.reference).join(' ');
}

/** Returns the sent request that the form's outcome shows, unless the form already contains another draft. */
function findSentRequest({ phase, draft }: FormState) {
  return phase.name === 'sent' && !(phase.isReset && hasContent(draft)) ? phase.sent : undefined;
}

/** A row of the card. If the value is missing, the card shows `prompt` (default: `card.missing`) in its place. */
type Row = [label: string, value: string | undefined, prompt?: string];

/** Returns the card's rows: the sent request, or else the current draft. */
function createRows(state: FormState, language: Language, { form, extras }: FormWords): Row[] {
  const draft = findSentRequest(state)?.draft ?? state.draft;
  const { fields, position } = draft;
  const { card, position: positionWords } = extras;
  const service = form.services[fields.service as keyof typeof form.services];
  const lines = createMessageLines(draft, language, extras);
  const coordinates =
    position &&
    `${groupDigits(position.latitude)} ${card.latitude}, ${groupDigits(-position.longitude)} ${card.longitude}`;
  const hasPosition = lines.some(({ id }) => id === 'position');
  const hasPlace = hasPosition || lines.some(({ id }) => id === 'sign');
  const isPlaceMissing = !hasPlace && !asksForYard(fields.service);
  return [
    [card.who, fields.name],
    [card.phone, fields.phone && formatPhone(fields.phone)],
    ...(isPlaceMissing ? [[positionWords.lines.where, '', positionWords.sign] satisfies Row] : []),
    ...lines.map(({ label, value }): Row => [label, isolateRightToLeft(value)]),
    ...(hasPosition ? [[positionWords.lines.coordinates, coordinates] satisfies Row] : []),
    [card.what, [service, fields.message].filter(Boolean).join('; ')],
  ];
}

/** Groups digits for reading aloud: 29.76040 becomes 29.760 40. */
const groupDigits = (degrees: number) => degrees.toFixed(5).replace(/(\d\d)$/, '\u00a0$1');
