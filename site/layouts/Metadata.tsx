import { defaultLanguage, type Language, languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { fillIn } from '../../contract/fill-in.ts';
import { facts } from '../facts.ts';
import { pathOf, type Route } from '../routes.ts';

interface Props {
  language: Language;
  page: Route | 'notFound';
  /** The origin of the site: addresses for search engines are absolute. */
  site: URL | undefined;
}

/** What search engines and shared links say of a page. */
export function Metadata({ language, page, site }: Props) {
  const { title, description } = words[language].pages[page];
  return (
    <>
      <title>{fillIn(title, facts)}</title>
      <meta name="description" content={fillIn(description, facts)} />
      {page === 'notFound' ? (
        <meta name="robots" content="noindex" />
      ) : (
        <Addresses language={language} page={page} site={site} />
      )}
    </>
  );
}

/** Each language names itself, the others and the default, as hreflang wants it: absolute and reciprocal. */
function Addresses({ language, page, site }: Props & { page: Route }) {
  const address = (other: Language) => new URL(pathOf(page, other), site).href;
  return (
    <>
      <link rel="canonical" href={address(language)} />
      <link rel="alternate" hrefLang="x-default" href={address(defaultLanguage)} />
      {(Object.keys(languages) as Language[]).map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={address(other)} />
      ))}
    </>
  );
}
