import { hydrateRoot } from 'react-dom/client';
import { ContactForm } from './ContactForm.tsx';
import { createFormStore } from './form-store.ts';
import { type FormWords, pageLanguage } from './load-words.ts';
import { showNatively } from './native-form.ts';
import { servedForm } from './served-form.ts';

/** Hydrates the server-rendered form, preserving what was typed so far. */
export function hydrate(island: HTMLElement, words: FormWords) {
  const native = island.cloneNode(true) as HTMLElement;
  const store = createFormStore(() => sessionStorage);
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
      island.replaceWith(native);
      showNatively(native, store);
      reportError(error);
    },
  });
}
