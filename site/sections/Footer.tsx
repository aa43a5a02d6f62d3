import { business } from '../../content/business.ts';
import type { Language } from '../../content/languages.ts';
import { privacyAnchor } from '../../content/navigation.ts';
import { services } from '../../content/services.ts';
import { words } from '../../content/words/index.ts';
import { CallLink } from '../components/CallLink.tsx';
import { EmailLink } from '../components/EmailLink.tsx';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { Logo } from '../components/Logo.tsx';
import { PhoneLanguage } from '../components/PhoneLanguage.tsx';
import { Scene } from '../components/Scene.tsx';
import { ServiceLink } from '../components/ServiceLink.tsx';
import { fillFacts } from '../fill-facts.ts';
import { getSectionLink, type PageName } from '../routes.ts';
import style from './Footer.module.css';

interface Props {
  language: Language;
  page: PageName;
}

export function Footer({ language, page }: Props) {
  const { footer, privacy } = words[language];
  return (
    <footer className={style.footer}>
      <Scene name="sunrise" className={style.sunrise} />
      <div className={style.columns}>
        <div className={style.business}>
          <Logo />
          <p>{footer.tagline}</p>
          <p>{footer.description}</p>
        </div>
        <div className={style.services}>
          <h2>{footer.servicesHeading}</h2>
          <ul>
            {services.map((service) => (
              <li key={service.id}>
                <ServiceLink from={page} service={service} language={language} />
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h2>{footer.contactHeading}</h2>
          <div className={style.contact}>
            <CallLink variant="primary" label={footer.emergency} />
            {page !== 'landing' && <PhoneLanguage language={language} />}
            <EmailLink />
            <span>{fillFacts(footer.area, language)}</span>
            {business.profiles.map(({ name, url }) => (
              <a key={url} href={url} rel="noopener">
                {typeof name === 'string' ? name : name[language]}
              </a>
            ))}
          </div>
        </div>
      </div>
      <p className={style.legal}>
        <small>{fillFacts(footer.copyright, language)}</small>
        <small>
          <a href={getSectionLink(page, 'about', language, privacyAnchor)}>{privacy.heading}</a>
        </small>
        <small>
          <LanguageSwitch language={language} page={page} />
        </small>
        {business.agency.name && (
          <small>
            <a href={business.agency.url} rel="noopener">
              {fillFacts(footer.credit, language)}
            </a>
          </small>
        )}
      </p>
    </footer>
  );
}
