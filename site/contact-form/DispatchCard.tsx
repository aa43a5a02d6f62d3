import { useRef, useState } from 'react';
import type { Language } from '../../content/languages.ts';
import buttonStyle from '../components/Button.module.css';
import { CallLink } from '../components/CallLink.tsx';
import { describePlace, hintsOf } from './added-lines.ts';
import { afterPaint } from './after-paint.ts';
import type { Draft } from './draft.ts';
import type { FormWords } from './form-words.ts';
import { ownWords } from './message-lines.ts';

interface Props {
  /** The form's contents, or else what was last sent. */
  read: () => Draft;
  language: Language;
  words: FormWords;
}

/** Six lines to read out on the phone: voice often works where data does not. */
export function DispatchCard({ read, language, words }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [draft, setDraft] = useState<Draft>();
  const { card, call } = words.roadside;

  function open() {
    dialog.current?.showModal();
    heading.current?.focus();
    afterPaint(() => setDraft(read()));
  }

  return (
    <>
      <button type="button" className={buttonStyle.button} onClick={open}>
        {card.open}
      </button>
      <dialog ref={dialog} aria-labelledby="dispatch-card" className="roadside-card">
        <h4 id="dispatch-card" ref={heading} tabIndex={-1}>
          {card.title}
        </h4>
        <dl>{draft && <Lines draft={draft} language={language} words={words} />}</dl>
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

function Lines({ draft, language, words }: { draft: Draft } & Omit<Props, 'read'>) {
  const { fields, short, fix, written } = draft;
  const { card } = words.roadside;
  const place = describePlace(draft, language, words.roadside);
  const service = fields.service && words.form.services[fields.service as keyof typeof words.form.services];
  const ready = hintsOf(draft, (fields.service || '') as Parameters<typeof hintsOf>[1], words.roadside);
  const lines = {
    who: fields.name,
    phone: fields.phone,
    where: joined(place.where, place.highway, short.direction, short.sign),
    coordinates: fix && (
      <>
        <span>
          {card.latitude} <b>{grouped(fix.latitude)}</b>
        </span>
        <span>
          {card.longitude} <b>{grouped(-fix.longitude)}</b>
        </span>
      </>
    ),
    unit: joined(...ready.map(([label, value]) => value && `${label}: ${value}`)),
    what: joined(service, ownWords(fields.message ?? '', written)),
  };
  return (Object.keys(lines) as (keyof typeof lines)[]).map((line) => (
    <div key={line}>
      <dt>{card.lines[line]}</dt>
      <dd>{lines[line] || <i>{card.missing}</i>}</dd>
    </div>
  ));
}

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join('; ');

/** Splits 29.76040 for reading aloud: 29.760 40. */
const grouped = (degrees: number) => degrees.toFixed(5).replace(/(\d\d)$/, ' $1');
