import { type Language, languages } from '../../content/languages.ts';
import { getPagePath, type PageName } from '../routes.ts';
import style from './LanguageSwitch.module.css';

interface Props {
  language: Language;
  page: PageName;
  /** Whether the links keep the fragment of the page's URL. show-request.ts adds the fragment. */
  keepFragment?: boolean;
}

/** Links to this page in each other language, named in that language. */
export function LanguageSwitch({ language, page, keepFragment }: Props) {
  const others = (Object.keys(languages) as Language[]).filter((other) => other !== language);
  if (others.length === 0) {
    return null;
  }
  return (
    <span className={style.languages}>
      {others.map((other) => (
        <a
          key={other}
          href={getPagePath(page, other)}
          lang={other}
          hrefLang={other}
          data-keep-fragment={keepFragment}
        >
          {languages[other].name}
        </a>
      ))}
    </span>
  );
}
