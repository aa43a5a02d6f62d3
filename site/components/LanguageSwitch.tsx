import { type Language, languages } from '../../content/languages.ts';
import { getPagePath, type PageName } from '../routes.ts';

interface Props {
  language: Language;
  /** The page with the links. */
  page: PageName;
  className?: string | undefined;
}

/** Links to this page in each other language, named in that language. */
export function LanguageSwitch({ language, page, className }: Props) {
  const others = (Object.keys(languages) as Language[]).filter((other) => other !== language);
  return others.map((other) => (
    <a key={other} href={getPagePath(page, other)} lang={other} hrefLang={other} className={className}>
      {languages[other].name}
    </a>
  ));
}
