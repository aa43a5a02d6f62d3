import { hydrateRoot } from 'react-dom/client';
import type { Language } from '../../content/languages.ts';
import { ContactForm } from './ContactForm.tsx';
import type { FormWords } from './form-words.ts';

/** Hydrates the server-rendered form, preserving what was typed so far. */
export function hydrate(island: HTMLElement, words: FormWords) {
  const language = document.documentElement.lang as Language;
  hydrateRoot(island, <ContactForm language={language} words={words} />);
}
