import { business } from '../../content/business.ts';
import type { Language } from '../../content/languages.ts';
import { services } from '../../content/services.ts';
import { createHoursData } from '../../content/shop-hours.ts';
import { words } from '../../content/words/index.ts';
import { areas } from '../gazetteer/areas.ts';
import { getPagePath } from '../routes.ts';

interface Props {
  language: Language;
  /** The origin of the site. */
  site: URL | undefined;
}

/** Structured data for search engines (schema.org). */
export function BusinessData({ language, site }: Props) {
  const { services: serviceWords } = words[language];
  const { town } = business;
  const payment = business.payment[language];
  const [addressLocality = '', addressRegion = ''] = town.split(', ');
  const data = {
    '@context': 'https://schema.org',
    '@type': 'AutoRepair',
    // The id is the same in each language, because it is the same business.
    '@id': new URL('/#business', site).href,
    name: business.name,
    url: new URL(getPagePath('landing', language), site).href,
    image: new URL(`${getPagePath('landing', language)}social.jpg`, site).href,
    telephone: business.phone,
    email: business.email,
    areaServed: areas
      .flatMap(({ city, state, towns }) => [{ name: city, state }, ...towns])
      .map(({ name, state }) => ({ '@type': 'City', name: `${name}, ${state}` })),
    ...createHoursData(),
    makesOffer: services.map(({ id }) => ({
      '@type': 'Offer',
      itemOffered: { '@type': 'Service', name: serviceWords.items[id].title },
    })),
    knowsLanguage: business.phoneLanguages,
    ...(business.profiles.length > 0 && { sameAs: business.profiles.map(({ url }) => url) }),
    ...(payment.length > 0 && { paymentAccepted: payment.join(', ') }),
    ...(town && {
      address: { '@type': 'PostalAddress', addressLocality, addressRegion, addressCountry: 'US' },
    }),
  };
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own content, "<" escaped
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  );
}
