import { interpolate } from '../../content/interpolate.ts';
import type { FormStore } from './form-store.ts';
import type { FormWords } from './form-words.ts';
import type { Line } from './lines.ts';

interface Props {
  lines: readonly Line[];
  store: FormStore;
  locked: boolean;
  words: FormWords['roadside']['lines'];
}

/** A button disappears with its line: focus would move to the body. */
function keepFocus(button: HTMLButtonElement) {
  const line = button.closest('li');
  const next = line?.nextElementSibling ?? line?.previousElementSibling;
  if (next) next.querySelector('button')?.focus();
  // Not after a press on a phone: its keyboard would open.
  else if (button.matches(':focus-visible')) button.form?.querySelector('textarea')?.focus();
}

/** What goes with the message besides the visitor's own words. Each line can be removed, none edited. */
export function MessageLines({ lines, store, locked, words }: Props) {
  if (lines.length === 0) return null;
  return (
    <section className="roadside-lines" aria-labelledby="roadside-lines">
      <h4 id="roadside-lines">{words.title}</h4>
      <ul>
        {lines.map(({ id, label, value }) => (
          <li key={id}>
            <span>
              {`${label}: `}
              <bdi>{value}</bdi>
            </span>
            <button
              type="button"
              disabled={locked}
              aria-label={interpolate(words.remove, { line: label })}
              onClick={({ currentTarget }) => {
                keepFocus(currentTarget);
                store.dispatch({ type: 'lineRemoved', line: id });
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
