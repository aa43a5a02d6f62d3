import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface Props {
  isOpen: boolean;
  title: string;
  onClose(): void;
  children: ReactNode;
}

/** A modal dialog. When it closes, the browser returns the focus to the element that had it before. */
export function Dialog({ isOpen, title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    if (isOpen) {
      dialog.current?.showModal();
      // Some screen readers announce a dialog only if the dialog itself has the focus.
      dialog.current?.focus();
    } else {
      dialog.current?.close();
    }
  }, [isOpen]);

  return (
    <dialog ref={dialog} tabIndex={-1} aria-labelledby={id} className="panel dialog" onClose={onClose}>
      <h2 id={id} className="title">
        {title}
      </h2>
      {isOpen && children}
    </dialog>
  );
}
