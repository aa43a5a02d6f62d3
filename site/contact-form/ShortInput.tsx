import { type KeyboardEvent, useId } from 'react';
import style from './Field.module.css';
import type { DraftHandle } from './use-draft.ts';

interface Props {
  /** Its id in the draft. */
  id: string;
  label: string;
  draft: DraftHandle;
  /** Values to pick from; others can be typed. */
  suggestions?: readonly string[] | undefined;
}

/** A short input whose value becomes a labeled line of the message. It has no name: it is never posted. */
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
        onKeyDown={sendNothing}
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

/** Enter sends the form from its five fields only: here it means that the word is finished. */
function sendNothing(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault();
}
