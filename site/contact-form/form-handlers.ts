import type { InputEvent, RefObject, SubmitEvent } from 'react';
import type { Language } from '../../content/languages.ts';
import type { FieldName } from '../../contract/contact-fields.ts';
import { focusField, normalizeValues, readValues, validateFields } from './check-fields.ts';
import { addIdempotencyKey, type Draft } from './draft.ts';
import { type Fields, isLocked } from './form-state.ts';
import type { FormStore } from './form-store.ts';
import type { FormWords } from './load-words.ts';
import { joinMessage, type MessageLine } from './message-lines.ts';
import { sendNatively } from './native-fallback.ts';
import { type SendResult, sendContactRequest } from './send-contact-request.ts';
import { readTypedValues } from './served-form.ts';

/** How long the page waits for a response before it suggests calling. */
const slowDelay = 5_000;

/** Returns the handlers for typing, checking, sending, and clearing. */
export function createHandlers(
  form: RefObject<HTMLFormElement | null>,
  store: FormStore,
  lines: readonly MessageLine[],
  words: FormWords,
  language: Language,
) {
  /** Sends the form with our script. If the script throws before it has sent anything, the browser sends the form. */
  function submit(event: SubmitEvent<HTMLFormElement>) {
    let sending: SendAttempt | undefined;
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
      followRequest(store, sending);
    }
  }

  /** Sends the form, or shows its errors. */
  function checkAndSend(element: HTMLFormElement): SendAttempt | undefined {
    saveTypedValues(element);
    const values = normalizeValues(readValues(element));
    const errors = validateFields(values, lines, words.form);
    const [first] = Object.keys(errors) as FieldName[];
    if (first) {
      store.dispatch({ type: 'checked', errors });
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
    saveTypedValues(currentTarget);
    recheck(name as FieldName);
  }

  function saveTypedValues(element: HTMLFormElement) {
    store.dispatch({ type: 'typed', ...readTypedValues(element) });
  }

  /** Checks a field again if it has an error. */
  function recheck(name: FieldName) {
    const { [name]: oldError, ...others } = store.get().errors;
    if (!oldError || !form.current) {
      return;
    }
    const errors = validateFields(readValues(form.current), lines, words.form, [name]);
    store.dispatch({ type: 'rechecked', errors: { ...others, ...errors } });
  }

  function clear() {
    // Reset the form before React replaces a field: see useOutcomeInView.
    form.current?.reset();
    store.dispatch({ type: 'cleared' });
    focusField(form.current, 'name');
  }

  return { submit, change, recheck, clear };
}

/** A request in progress. */
interface SendAttempt {
  fields: Fields;
  /** The draft with the request's key. */
  draft: Draft;
  response: Promise<SendResult>;
  /** Ends the request once nobody is waiting for the response. */
  controller: AbortController;
}

/** Starts a request. Throws only if nothing has been sent. */
function send(typed: Draft, fields: Fields, language: Language): SendAttempt {
  const draft = addIdempotencyKey(typed, JSON.stringify(fields));
  const controller = new AbortController();
  const response = sendContactRequest(fields, language, draft.sent.key, controller.signal);
  return { fields, draft, response, controller };
}

/** Shows the progress and the outcome of a request. */
async function followRequest(
  store: FormStore,
  { fields, draft, response, controller }: SendAttempt,
): Promise<void> {
  const attempt = Symbol();
  store.dispatch({ type: 'sendingStarted', attempt, draft, fields });
  const slow = setTimeout(() => store.dispatch({ type: 'sendingSlow', attempt }), slowDelay);
  const unsubscribe = store.subscribe(() => {
    const { phase } = store.get();
    if (!(phase.name === 'sending' && phase.attempt === attempt)) {
      controller.abort();
    }
  });
  const { accepted, reference, statusToken, errors } = await response.catch(reportFailure);
  unsubscribe();
  clearTimeout(slow);
  if (accepted) {
    store.dispatch({ type: 'accepted', attempt, receipt: { reference, statusToken, time: Date.now() } });
  } else {
    store.dispatch({ type: 'notSent', attempt, errors });
  }
}

/** Treats an error in a later attempt like a lost network, so the visitor can send again, call, or email. */
function reportFailure(error: unknown): SendResult {
  reportError(error);
  return { accepted: false };
}
