import type { InputEvent, RefObject, SubmitEvent } from 'react';
import type { Language } from '../../content/languages.ts';
import type { FieldName } from '../../contract/contact-fields.ts';
import { focusField, normalizedValues, problemsOf, valuesOf } from './check-fields.ts';
import { type FormStore, isLocked } from './form-store.ts';
import { joinMessage, type Line } from './lines.ts';
import type { FormWords } from './load-words.ts';
import { send } from './send.ts';
import { typedInto } from './served-form.ts';

/** What the form does when it is typed into, sent or cleared. */
export function handlersOf(
  form: RefObject<HTMLFormElement | null>,
  store: FormStore,
  lines: readonly Line[],
  words: FormWords,
  language: Language,
) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isLocked(store.get())) return;
    save(event.currentTarget);
    const values = normalizedValues(valuesOf(event.currentTarget));
    const problems = problemsOf(values, lines, words.form);
    const [first] = Object.keys(problems) as FieldName[];
    if (first) {
      store.dispatch({ type: 'checked', problems });
      focusField(event.currentTarget, first);
    } else {
      send(store, { ...values, message: joinMessage(values.message, lines) }, language);
    }
  }

  function change({ target, currentTarget }: InputEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    if (!name) return;
    save(currentTarget);
    recheck(name as FieldName);
  }

  function save(element: HTMLFormElement) {
    store.dispatch({ type: 'typed', ...typedInto(element) });
  }

  /** Checks a field again that was wrong. */
  function recheck(name: FieldName) {
    const { [name]: before, ...others } = store.get().problems;
    if (!before || !form.current) return;
    const again = problemsOf(valuesOf(form.current), lines, words.form, [name]);
    store.dispatch({ type: 'rechecked', problems: { ...others, ...again } });
  }

  function clear() {
    // Before React replaces a field: see useOutcomeInView.
    form.current?.reset();
    store.dispatch({ type: 'cleared' });
    focusField(form.current, 'name');
  }

  return { submit, change, recheck, clear };
}
