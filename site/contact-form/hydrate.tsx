import { hydrateRoot } from 'react-dom/client';
import { ContactForm } from './ContactForm.tsx';
import { createFormStore, emptyFields, type FormStore } from './form-store.ts';
import { type FormWords, pageLanguage } from './load-words.ts';
import { showNatively } from './native-form.ts';
import { servedForm, showIn } from './served-form.ts';

/**
 * Hydrates the server-rendered form, preserving what was typed so far.
 * @param isTyped whether what a control holds counts, or is only what the browser has filled in
 */
export function hydrate(island: HTMLElement, words: FormWords, isTyped: (control: Element) => boolean) {
  const native = island.cloneNode(true) as HTMLElement;
  const store = createFormStore(() => sessionStorage);
  const served = servedForm(island, store.get().draft, isTyped);
  store.dispatch({ type: 'typed', ...served.typed() });

  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) {
      restore(island, store);
    }
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

/** Back shows a page that the browser kept: another page of this tab may have sent, cleared or changed the draft. */
function restore(island: HTMLElement, store: FormStore) {
  store.takeSaved();
  const { fields, serviceByLink = false } = store.get().draft;
  const form = island.querySelector('form');
  if (form) {
    showIn(form, { fields: { ...emptyFields, ...fields }, serviceByLink });
  }
}
