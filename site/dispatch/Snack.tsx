import { dispatchWords as words } from '../../content/words/dispatch.ts';
import { ActionButton } from './ActionButton.tsx';
import type { Actions } from './actions.tsx';

/** Says what an action came to, and offers Undo. The live region is always there: screen readers announce its changes. */
export function Snack({ note, isBusy, send, closeNote }: Actions) {
  const undo = note?.undo;
  return (
    <div className={note ? 'snacks shown' : 'snacks'}>
      <div role="status">{note && !note.isFault && <p className="snack">{note.text}</p>}</div>
      <div role="alert">{note?.isFault && <p className="snack fault">{note.text}</p>}</div>
      {note && (
        <div className="snack-buttons">
          {undo && (
            <ActionButton className="button small" isBusy={isBusy} onClick={() => send(undo, words.did.undo)}>
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
