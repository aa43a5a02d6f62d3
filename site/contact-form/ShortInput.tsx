import { type KeyboardEvent, useId } from 'react';
import style from './Field.module.css';
import type { DraftHandle } from './use-draft.ts';

interface Props {
  /** Its id in the draft. */
  id: string;
  label: string;
  draft: DraftHandle;
  /** Suggested values; others can be typed. */
  suggestions?: readonly string[] | undefined;
}

/** A short input whose value becomes a labeled line of the message. It has no name, so it is never posted. */
export function ShortInput({ id, label, draft, suggestions }: Props) {
  const inputId = useId();
  const listId = `${inputId}-list`;
  return (
    <div className={style.field}>
      <label htmlFor={inputId}>{label}</label>
      <input
        id={inputId}
        data-short={id}
        className={style.control}
        type="text"
        autoComplete="off"
        enterKeyHint="next"
        list={suggestions && listId}
        defaultValue={draft.data().short[id]}
        onChange={({ target }) => draft.setShort(id, target.value)}
        onKeyDown={preventSubmit}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </div>
  );
}

/** Enter submits the form only from its five fields: here it just ends the word. */
function preventSubmit(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault();
}
