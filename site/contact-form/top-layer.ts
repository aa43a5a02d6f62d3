const openDialog = 'dialog[open]';

/** Whether Escape closes something above the page and its toasts, such as a dialog or the menu. */
export function isEscapeHandled({ defaultPrevented }: Event): boolean {
  const hasPopovers = CSS.supports('selector(:popover-open)');
  const layers = hasPopovers ? `${openDialog}, :popover-open` : openDialog;
  // If the default is prevented, the gallery's viewer has already closed itself.
  return defaultPrevented || document.querySelector(layers) !== null;
}

/**
 * Calls a function now or, if a dialog is open, when the dialog closes. Nothing behind an open dialog can have focus.
 * Returns a function that cancels the call.
 */
export function runWhenDialogClosed(run: () => void): () => void {
  const dialog = document.querySelector(openDialog);
  if (!dialog) {
    run();
  }
  // This listener runs after the dialog's own listeners, which return the focus.
  dialog?.addEventListener('close', run, { once: true });
  return () => dialog?.removeEventListener('close', run);
}
