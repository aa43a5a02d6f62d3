import { useEffect } from 'react';
import { dispatchWords } from '../../content/words/dispatch.ts';
import { ActionButton } from './ActionButton.tsx';
import { type Actions, describeUndo } from './actions.tsx';

/** A note that has no Undo and isn't an error disappears after this many milliseconds. */
const passingNoteDuration = 10_000;

/** Shows a note and its Undo button. Screen readers announce changes, so the live regions always exist. */
export function Snackbar({ note, isBusy, send, closeNote }: Actions) {
  const undo = note?.undo;
  const isPassing = note !== undefined && !note.undo && !note.isFault;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each note starts its own timer
  useEffect(() => {
    const timer = isPassing ? setTimeout(closeNote, passingNoteDuration) : undefined;
    return () => clearTimeout(timer);
  }, [note, isPassing]);

  return (
    <div className={note ? 'snacks shown' : 'snacks'}>
      <div role="status">{note && !note.isFault && <p className="snack">{note.text}</p>}</div>
      <div role="alert">{note?.isFault && <p className="snack fault">{note.text}</p>}</div>
      {note && (
        <div className="snack-buttons">
          {undo && (
            <ActionButton
              className="button small"
              isBusy={isBusy}
              onClick={() => send(undo, describeUndo(undo))}
            >
              {dispatchWords.undo}
            </ActionButton>
          )}
          <button type="button" className="button icon" aria-label={dispatchWords.close} onClick={closeNote}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}
