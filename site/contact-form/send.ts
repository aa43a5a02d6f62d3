import type { Language } from '../../content/languages.ts';
import { withKey } from './draft.ts';
import type { Fields, FormStore } from './form-store.ts';
import { sendContactRequest } from './send-contact-request.ts';

/** After this long without a response, offer a call. */
const slowMilliseconds = 5_000;

/** Sends what the form holds. The caller makes sure that no other send is under way. */
export async function send(store: FormStore, fields: Fields, language: Language): Promise<void> {
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
