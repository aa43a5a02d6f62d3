/** Asks for confirmation. Browsers without dialogs, such as Safari 13, use `confirm` instead. */
export function askToConfirm(
  dialog: HTMLDialogElement,
  { title, text }: { title: string; text: string },
): Promise<boolean> {
  if (!dialog.showModal) {
    return Promise.resolve(confirm(`${title}\n\n${text}`));
  }
  dialog.returnValue = '';
  dialog.showModal();
  // Some screen readers announce the dialog only if the dialog itself has focus.
  dialog.focus();
  // With large text, the browser may have scrolled to the first button, so scroll back to the top.
  dialog.scrollTop = 0;
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'confirmed'), { once: true });
  });
}
