import { hydrateRoot } from 'react-dom/client';
import { ContactForm } from './ContactForm.tsx';
import { createFormStore, type FormStore } from './form-store.ts';
import { type FormWords, getPageLanguage } from './load-words.ts';
import { showNatively } from './native-fallback.ts';
import { fillForm, followServedForm } from './served-form.ts';

/** Hydrates the form that the build rendered, and preserves the visitor's input. */
export function hydrate(island: HTMLElement, words: FormWords, isTyped: (control: Element) => boolean) {
  const native = island.cloneNode(true) as HTMLElement;
  const store = createFormStore(() => sessionStorage);
  const served = followServedForm(island, store.get().draft, isTyped);
  store.dispatch({ type: 'typed', ...served.mergeValues() });

  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) {
      restore(island, store);
    }
  });
  const form = <ContactForm store={store} language={getPageLanguage()} words={words} served={served} />;
  hydrateRoot(island, form, {
    // Usually, add-ons and translators cause these errors. ContactForm.test.tsx shows that our own form doesn't.
    onRecoverableError() {},
    onUncaughtError(error) {
      island.replaceWith(native);
      showNatively(native, store);
      reportError(error);
    },
  });
}

/**
 * Restores the saved draft after the browser shows the page from the back/forward cache. Another page of this tab may
 * have sent, cleared, or changed the draft.
 */
function restore(island: HTMLElement, store: FormStore) {
  store.restoreSaved();
  const form = island.querySelector('form');
  if (form) {
    fillForm(form, store.get().draft);
  }
}
