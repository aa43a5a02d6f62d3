import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { ContactForm } from './ContactForm.tsx';
import { createFormStore } from './form-store.ts';

/** The server-rendered form: complete, and posting natively until load-form.ts loads React. */
export function Island({ language }: { language: Language }) {
  return (
    <div id="contact-form">
      <ContactForm store={createFormStore()} language={language} words={words[language]} />
    </div>
  );
}
