import type { Language } from '../../content/languages.ts';
import { ContactForm } from './ContactForm.tsx';
import { formWords } from './form-words.ts';

/** The id of the element that React takes over; what it needs to do so is in its `data-props`. */
export const islandId = 'contact-form';

/** The form as it is served: complete, and posting by itself until load-when-near.ts brings React. */
export function Island({ language }: { language: Language }) {
  const props = { language, words: formWords(language) };
  return (
    <div id={islandId} data-props={JSON.stringify(props)}>
      <ContactForm {...props} />
    </div>
  );
}
