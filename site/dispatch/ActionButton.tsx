import type { ButtonHTMLAttributes } from 'react';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Whether an action is under way. */
  isBusy: boolean;
}

/**
 * The button of an action. It ignores presses while an action is under way. `disabled` would do so too, but it would also
 * move the keyboard's focus to the top of the page.
 */
export function ActionButton({ isBusy, onClick, type = 'button', ...attributes }: Props) {
  return (
    <button
      {...attributes}
      type={type}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) {
          // The Enter key in a field presses this button, too.
          event.preventDefault();
        } else {
          onClick?.(event);
        }
      }}
    />
  );
}
