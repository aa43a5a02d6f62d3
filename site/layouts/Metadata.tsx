import { business } from '../../content/business.ts';
import { defaultLanguage, type Language, languages } from '../../content/languages.ts';
import { formatPhone } from '../../content/phone-number.ts';
import { words } from '../../content/words/index.ts';
import { fillFacts } from '../fill-facts.ts';
import { getPagePath, isPublic, type PageName, type PublicPage } from '../routes.ts';
import * as socialPictureSize from '../social-picture/size.ts';
import { getColor } from '../styles/palette.ts';

interface Props {
  language: Language;
  page: PageName | 'notFound' | 'dispatch';
  /** The site's origin, for the absolute URLs that search engines and shared links need. */
  site: URL | undefined;
}

/** A page's metadata for browsers, search engines, and shared links. */
export function Metadata({ language, page, site }: Props) {
  const { title, description } = words[language].pages[page];
  return (
    <>
      <title>{fillFacts(title, language)}</title>
      <meta name="description" content={fillFacts(description, language)} />
      {/* Some browsers' toolbars take the header's color, in both color schemes. */}
      <meta name="theme-color" content={getColor('--road')} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      {isPublic(page) ? (
        <Alternates language={language} page={page} site={site} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  );
}

/**
 * The links to the page in each language, and its data for social networks. hreflang requires absolute links to all
 * languages, including the page's own.
 */
function Alternates({ language, page, site }: Props & { page: PublicPage }) {
  const { pages, hero } = words[language];
  const { title, description } = pages[page];
  const address = (other: Language) => new URL(getPagePath(page, other), site).href;
  return (
    <>
      <link rel="canonical" href={address(language)} />
      <link rel="alternate" hrefLang="x-default" href={address(defaultLanguage)} />
      {(Object.keys(languages) as Language[]).map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={address(other)} />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={business.name} />
      <meta property="og:title" content={fillFacts(title, language)} />
      <meta property="og:description" content={fillFacts(description, language)} />
      <meta property="og:url" content={address(language)} />
      <meta property="og:image" content={new URL(`${languages[language].path}social.jpg`, site).href} />
      {/* Without the size, Facebook may show no picture the first time someone shares a link. */}
      <meta property="og:image:width" content={String(socialPictureSize.width)} />
      <meta property="og:image:height" content={String(socialPictureSize.height)} />
      <meta
        property="og:image:alt"
        content={`${business.name}. ${fillFacts(hero.headline, language)} ${formatPhone(business.phone)}`}
      />
      <meta name="twitter:card" content="summary_large_image" />
      <meta property="og:locale" content={languages[language].locale} />
    </>
  );
}
