const openDialog = 'dialog[open]';

/** Whether Escape closes something above the page and its toasts: a dialog or the menu. */
export function isEscapeTaken({ defaultPrevented }: Event): boolean {
  const hasPopovers = CSS.supports('selector(:popover-open)');
  const layers = hasPopovers ? `${openDialog}, :popover-open` : openDialog;
  // The gallery's viewer has already closed itself.
  return defaultPrevented || document.querySelector(layers) !== null;
}

/**
 * Calls a function now or, if a dialog is open, when it closes: until then, nothing behind the dialog can have the focus.
 * Returns a function that cancels this.
 */
export function whenDialogClosed(run: () => void): () => void {
  const dialog = document.querySelector(openDialog);
  if (!dialog) {
    run();
  }
  // After the dialog's own listeners, which return the focus.
  dialog?.addEventListener('close', run, { once: true });
  return () => dialog?.removeEventListener('close', run);
}
