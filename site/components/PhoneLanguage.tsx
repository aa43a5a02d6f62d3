import { business } from '../../content/business.ts';
import { defaultLanguage, type Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';

/** Says in which languages we answer calls, unless a caller would expect that anyway. */
export function PhoneLanguage({ language }: { language: Language }) {
  if (!business.phoneLanguages.includes(language)) {
    return <p>{words[language].phone.notSpoken}</p>;
  }
  return business.phoneLanguages
    .filter((spoken) => spoken !== defaultLanguage)
    .map((spoken) => (
      <p key={spoken} lang={spoken}>
        {words[spoken].phone.spoken}
      </p>
    ));
}
