import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { ContactForm } from './ContactForm.tsx';

/** The server-rendered form: complete, and posting natively until load-when-near.ts loads React. */
export function Island({ language }: { language: Language }) {
  return (
    <div id="contact-form">
      <ContactForm language={language} words={words[language]} />
    </div>
  );
}
