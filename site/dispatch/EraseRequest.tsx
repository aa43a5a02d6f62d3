import { type FormEvent, useId, useState } from 'react';
import { dispatchWords } from '../../content/words/dispatch.ts';
import type { RequestDetails } from '../../contract/dispatch.ts';
import { ActionButton } from './ActionButton.tsx';
import { useDispatchPage } from './actions.tsx';
import { Dialog } from './Dialog.tsx';
import { interpolate } from './interpolate.ts';
import { formatTitle } from './request-text.ts';

const { requests: requestWords } = dispatchWords;

/** The button and dialog that erase a request. The owner types the reference, because there is no undo. */
export function EraseRequest({ request, request: { reference } }: { request: RequestDetails }) {
  const { send, isBusy } = useDispatchPage();
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState('');
  const id = useId();

  async function erase(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Phones may add spaces and capitals, and people may mistype with gloves on.
    const typed = String(new FormData(event.currentTarget).get('confirm'));
    const confirm = typed.replace(/\s/g, '').toUpperCase();
    if (confirm !== reference) {
      setError(interpolate(requestWords.eraseWrong, { reference }));
      return;
    }
    setOpen(false);
    if (await send({ action: 'erase', reference, confirm }, dispatchWords.confirmations.erase)) {
      location.hash = 'requests';
    }
  }

  return (
    <>
      <button type="button" className="button quiet fault" onClick={() => setOpen(true)}>
        {requestWords.erase}
      </button>
      <Dialog
        isOpen={isOpen}
        title={interpolate(requestWords.eraseTitle, { request: formatTitle(request) })}
        onClose={() => {
          setOpen(false);
          setError('');
        }}
      >
        <form className="stack" onSubmit={erase}>
          <p>{requestWords.eraseText}</p>
          <label htmlFor={id}>
            {requestWords.eraseLabel} <b className="reference shown">{reference}</b>
          </label>
          <input
            id={id}
            name="confirm"
            className="control reference"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            aria-describedby={`${id}-error`}
            aria-invalid={error !== ''}
          />
          <p id={`${id}-error`} role="alert" className="field-error">
            {error}
          </p>
          <div className="row grow">
            <button type="button" className="button" onClick={() => setOpen(false)}>
              {requestWords.keep}
            </button>
            <ActionButton type="submit" className="button solid" isBusy={isBusy}>
              {requestWords.erase}
            </ActionButton>
          </div>
        </form>
      </Dialog>
    </>
  );
}
