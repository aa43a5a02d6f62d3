import type { ButtonHTMLAttributes } from 'react';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Whether an action is in progress or has just ended. */
  isBusy: boolean;
}

/**
 * A button for an action, which ignores presses while it is busy. `disabled` would also move the keyboard focus to the
 * top of the page.
 */
export function ActionButton({ isBusy, onClick, type = 'button', ...attributes }: Props) {
  return (
    <button
      {...attributes}
      type={type}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) {
          // The Enter key in a field also presses this button, and must not submit the form a second time.
          event.preventDefault();
        } else {
          onClick?.(event);
        }
      }}
    />
  );
}
