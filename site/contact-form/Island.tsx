import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { ContactForm } from './ContactForm.tsx';

/** The form as it is served: complete, and posting by itself until load-when-near.ts finds it and brings React. */
export function Island({ language }: { language: Language }) {
  return (
    <div id="contact-form">
      <ContactForm language={language} words={words[language]} />
    </div>
  );
}
