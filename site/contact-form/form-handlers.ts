import type { InputEvent, RefObject, SubmitEvent } from 'react';
import type { Language } from '../../content/languages.ts';
import type { FieldName } from '../../contract/contact-fields.ts';
import { focusField, normalizedValues, problemsOf, valuesOf } from './check-fields.ts';
import { withKey } from './draft.ts';
import { type Fields, type FormStore, isLocked } from './form-store.ts';
import { joinMessage, type Line } from './lines.ts';
import type { FormWords } from './load-words.ts';
import { sendContactRequest } from './send-contact-request.ts';
import { typedInto } from './served-form.ts';

/** After this long without a response, offer a call. */
const slowMilliseconds = 5_000;

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

/** Sends what the form holds. `submit` makes sure that no other send is under way. */
async function send(store: FormStore, fields: Fields, language: Language): Promise<void> {
  const attempt = Symbol('attempt');
  const draft = withKey(store.get().draft, JSON.stringify(fields));
  store.dispatch({ type: 'sendingStarted', attempt, draft, fields });
  const slow = setTimeout(() => store.dispatch({ type: 'sendingSlow', attempt }), slowMilliseconds);
  const forgotten = new AbortController();
  const unsubscribe = store.subscribe(() => {
    const { phase } = store.get();
    if (!(phase.name === 'sending' && phase.attempt === attempt)) forgotten.abort();
  });
  const { accepted, reference, problems } = await sendContactRequest(
    fields,
    language,
    draft.sent.key,
    forgotten.signal,
  );
  unsubscribe();
  clearTimeout(slow);
  if (accepted) store.dispatch({ type: 'accepted', attempt, reference, time: Date.now() });
  else store.dispatch({ type: 'notSent', attempt, problems });
}
