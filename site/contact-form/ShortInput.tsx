import { type KeyboardEvent, useId } from 'react';
import style from './Field.module.css';

/** The limit in characters. An answer is one short line. */
const maxAnswerLength = 200;

interface Props {
  label: string;
  value: string | undefined;
  onAnswer: (answer: string) => void;
}

/** A short input whose value becomes a line of the message. The input has no name, so the browser never posts it. */
export function ShortInput({ label, value = '', onAnswer }: Props) {
  const id = useId();
  return (
    <div className={style.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={style.control}
        type="text"
        dir="auto"
        autoComplete="off"
        enterKeyHint="next"
        maxLength={maxAnswerLength}
        value={value}
        onChange={({ target }) => onAnswer(target.value)}
        onKeyDown={preventSubmit}
      />
    </div>
  );
}

/**
 * Keeps Enter from submitting the form. In the contact fields, Enter submits it. Here, the visitor may only be
 * accepting the keyboard's suggestion.
 */
function preventSubmit(event: KeyboardEvent) {
  if (event.key === 'Enter') {
    event.preventDefault();
  }
}
