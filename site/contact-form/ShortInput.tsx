import { type KeyboardEvent, useId } from 'react';
import style from './Field.module.css';

/** An answer is a line, not a letter. */
const longest = 200;

interface Props {
  label: string;
  value: string | undefined;
  onAnswer: (answer: string) => void;
}

/** A short input whose value goes with the message as a line. It has no name, so it is never posted. */
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
        maxLength={longest}
        value={value}
        onChange={({ target }) => onAnswer(target.value)}
        onKeyDown={preventSubmit}
      />
    </div>
  );
}

/** Enter submits the form only from its five fields: here it just ends the word. */
function preventSubmit(event: KeyboardEvent) {
  if (event.key === 'Enter') {
    event.preventDefault();
  }
}
