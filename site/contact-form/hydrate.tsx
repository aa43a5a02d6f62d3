import { hydrateRoot } from 'react-dom/client';
import type { Language } from '../../content/languages.ts';
import { ContactForm } from './ContactForm.tsx';
import { formWords } from './form-words.ts';

/** React takes the served form over, with what was typed so far. */
export function hydrate(island: HTMLElement) {
  const language = document.documentElement.lang as Language;
  hydrateRoot(island, <ContactForm language={language} words={formWords(language)} />);
}
