import type { InputEvent, RefObject, SubmitEvent } from 'react';
import type { Language } from '../../content/languages.ts';
import type { FieldName } from '../../contract/contact-fields.ts';
import { focusField, normalizedValues, problemsOf, valuesOf } from './check-fields.ts';
import { type Draft, withKey } from './draft.ts';
import { type Fields, type FormStore, isLocked } from './form-store.ts';
import { joinMessage, type Line } from './lines.ts';
import type { FormWords } from './load-words.ts';
import { sendNatively } from './native-form.ts';
import { type Result, sendContactRequest } from './send-contact-request.ts';
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
  /** The browser sends too, unless our own request is under way or a problem is shown. */
  function submit(event: SubmitEvent<HTMLFormElement>) {
    let sending: Sending | undefined;
    try {
      if (!isLocked(store.get())) {
        sending = checkAndSend(event.currentTarget);
      }
    } catch (error) {
      sendNatively(event, store.get().draft);
      reportError(error);
      return;
    }
    event.preventDefault();
    if (sending) {
      follow(store, sending);
    }
  }

  /** Sends the form, or shows its problems. */
  function checkAndSend(element: HTMLFormElement): Sending | undefined {
    save(element);
    const values = normalizedValues(valuesOf(element));
    const problems = problemsOf(values, lines, words.form);
    const [first] = Object.keys(problems) as FieldName[];
    if (first) {
      store.dispatch({ type: 'checked', problems });
      focusField(element, first);
      return undefined;
    }
    return send(store.get().draft, { ...values, message: joinMessage(values.message, lines) }, language);
  }

  function change({ target, currentTarget }: InputEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    if (!name) {
      return;
    }
    save(currentTarget);
    recheck(name as FieldName);
  }

  function save(element: HTMLFormElement) {
    store.dispatch({ type: 'typed', ...typedInto(element) });
  }

  /** Checks a field again that was wrong. */
  function recheck(name: FieldName) {
    const { [name]: before, ...others } = store.get().problems;
    if (!before || !form.current) {
      return;
    }
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

/** A request that is under way. */
interface Sending {
  fields: Fields;
  /** With the key of the request. */
  draft: Draft;
  response: Promise<Result>;
  /** Ends the request when nobody waits for the response any more. */
  forgotten: AbortController;
}

/** Throws only while nothing has been sent. */
function send(typed: Draft, fields: Fields, language: Language): Sending {
  const draft = withKey(typed, JSON.stringify(fields));
  const forgotten = new AbortController();
  const response = sendContactRequest(fields, language, draft.sent.key, forgotten.signal);
  return { fields, draft, response, forgotten };
}

/** Shows how a request fares. */
async function follow(store: FormStore, { fields, draft, response, forgotten }: Sending): Promise<void> {
  const attempt = Symbol('attempt');
  store.dispatch({ type: 'sendingStarted', attempt, draft, fields });
  const slow = setTimeout(() => store.dispatch({ type: 'sendingSlow', attempt }), slowMilliseconds);
  const unsubscribe = store.subscribe(() => {
    const { phase } = store.get();
    if (!(phase.name === 'sending' && phase.attempt === attempt)) {
      forgotten.abort();
    }
  });
  const { accepted, reference, statusToken, problems } = await response.catch(reportFailure);
  unsubscribe();
  clearTimeout(slow);
  if (accepted) {
    store.dispatch({ type: 'accepted', attempt, reference, statusToken, time: Date.now() });
  } else {
    store.dispatch({ type: 'notSent', attempt, problems });
  }
}

/** An error in a later try is like a lost network: the visitor can send again, call or email. */
function reportFailure(error: unknown): Result {
  reportError(error);
  return { accepted: false };
}
