import { hydrateRoot } from 'react-dom/client';
import type { Language } from '../../content/languages.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import { ContactForm } from './ContactForm.tsx';
import { controlOf } from './check-fields.ts';
import { createFormStore } from './form-store.ts';
import type { FormWords } from './form-words.ts';
import { isOwnPost } from './own-post.ts';

/** Hydrates the server-rendered form, preserving what was typed so far. */
export function hydrate(island: HTMLElement, words: FormWords) {
  const language = document.documentElement.lang as Language;
  const native = island.cloneNode(true) as HTMLElement;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // The response to a form posted without the script: its contents have been sent.
  const store = createFormStore(() => sessionStorage, isOwnPost() && visit?.type === 'navigate');

  hydrateRoot(island, <ContactForm store={store} language={language} words={words} />, {
    onUncaughtError(error) {
      reportError(error);
      // React has removed the form: the native one takes its place, and sends.
      const form = native.querySelector('form') as HTMLFormElement;
      for (const name of fieldNames) {
        // Without one, what was typed before hydration stays.
        const saved = store.get().draft.fields[name];
        if (saved !== undefined) controlOf(form, name).value = saved;
      }
      island.replaceWith(native);
    },
  });
}
