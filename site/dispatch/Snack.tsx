import { useEffect } from 'react';
import { dispatchWords as words } from '../../content/words/dispatch.ts';
import { ActionButton } from './ActionButton.tsx';
import { type Actions, saidOf } from './actions.tsx';

/** A note that offers nothing and reports no fault goes after this, in milliseconds. */
const shownFor = 10_000;

/** Says what an action came to, and offers Undo. The live region is always there: screen readers announce its changes. */
export function Snack({ note, isBusy, send, closeNote }: Actions) {
  const undo = note?.undo;
  const isPassing = note !== undefined && !note.undo && !note.isFault;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another note has its own time
  useEffect(() => {
    const timer = isPassing ? setTimeout(closeNote, shownFor) : undefined;
    return () => clearTimeout(timer);
  }, [note, isPassing]);

  return (
    <div className={note ? 'snacks shown' : 'snacks'}>
      <div role="status">{note && !note.isFault && <p className="snack">{note.text}</p>}</div>
      <div role="alert">{note?.isFault && <p className="snack fault">{note.text}</p>}</div>
      {note && (
        <div className="snack-buttons">
          {undo && (
            <ActionButton className="button small" isBusy={isBusy} onClick={() => send(undo, saidOf(undo))}>
              {words.undo}
            </ActionButton>
          )}
          <button type="button" className="button icon" aria-label={words.close} onClick={closeNote}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}
