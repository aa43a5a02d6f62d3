import { hydrateRoot } from 'react-dom/client';
import { sentAnchor } from '../../contract/contact-fields.ts';
import { ContactForm } from './ContactForm.tsx';
import type { Draft } from './draft.ts';
import { createFormStore, emptyFields, type FormStore } from './form-store.ts';
import { type FormWords, pageLanguage } from './load-words.ts';
import { servedForm, showIn } from './served-form.ts';

/** Hydrates the server-rendered form, preserving what was typed so far. */
export function hydrate(island: HTMLElement, words: FormWords) {
  const native = island.cloneNode(true) as HTMLElement;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // The response to a form posted without the script: its contents have been sent.
  const store = createFormStore(
    () => sessionStorage,
    island.hasAttribute('data-own-post') && visit?.type === 'navigate',
  );
  const served = servedForm(island, store.get().draft);
  store.dispatch({ type: 'typed', ...served.typed() });

  addEventListener('pageshow', ({ persisted }) => {
    // Restored from the back/forward cache mid-send: the response may never arrive.
    if (persisted) store.dispatch({ type: 'sendingForgotten' });
  });
  const form = <ContactForm store={store} language={pageLanguage()} words={words} served={served} />;
  hydrateRoot(island, form, {
    // Add-ons that change the form cause these errors. ContactForm.test.tsx shows that our own form does not.
    onRecoverableError() {},
    onUncaughtError(error) {
      reportError(error);
      island.replaceWith(native);
      showNatively(native, store);
    },
  });
}

/** The raw answers, then the message. The code that formats answers is not used: it may have crashed the form. */
function wholeMessage({ answers, location, fields }: Draft): string {
  const parts = [location?.latitude, location?.longitude, ...Object.values(answers), fields.message];
  return parts.filter(Boolean).join('\n');
}

/** React has removed the form: the native one takes its place, with all that was shown, and sends. */
function showNatively(island: HTMLElement, store: FormStore) {
  const form = island.querySelector('form') as HTMLFormElement;
  const outcome = island.querySelector(`#${sentAnchor}`) as HTMLElement;
  const { draft } = store.get();
  showIn(form, {
    fields: { ...emptyFields, ...draft.fields, message: wholeMessage(draft) },
    serviceByLink: draft.serviceByLink === true,
  });
  const showOutcome = () => {
    if (store.get().phase.name !== 'sent') return;
    form.reset();
    outcome.hidden = false;
  };
  showOutcome();
  // A request may still be under way.
  store.subscribe(showOutcome);
}
