import { business } from '../../content/business.ts';
import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';

/** Which language a caller is answered in, where that needs saying. */
export function PhoneLanguage({ language }: { language: Language }) {
  const { spanishSpoken, englishOnly } = words[language].phone;
  if (business.spanishSpoken) {
    return <p lang="es">{spanishSpoken}</p>;
  } else {
    return englishOnly && <p>{englishOnly}</p>;
  }
}
