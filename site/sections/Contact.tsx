import { business } from '../../content/business.ts';
import type { Language } from '../../content/languages.ts';
import { formatShopHours } from '../../content/shop-hours.ts';
import { words } from '../../content/words/index.ts';
import { contactAnchor, formTitleId } from '../../contract/link-targets.ts';
import { CallLink } from '../components/CallLink.tsx';
import { EmailLink } from '../components/EmailLink.tsx';
import { PhoneLanguage } from '../components/PhoneLanguage.tsx';
import { Section } from '../components/Section.tsx';
import { TextMessageLink } from '../components/TextMessageLink.tsx';
import { ContactForm } from '../contact-form/ContactForm.tsx';
import { callCardContainerId } from '../contact-form/call-card-container.ts';
import { createFormStore } from '../contact-form/form-store.ts';
import { textNumber } from '../facts.ts';
import { fillFacts } from '../fill-facts.ts';
import style from './Contact.module.css';

interface Props {
  language: Language;
  /** The site's address, for paper. */
  site: URL | undefined;
}

export function Contact({ language, site }: Props) {
  const { contact, form, extras } = words[language];
  const shopHours = formatShopHours(language);
  return (
    <Section id={contactAnchor} heading={contact.title} intro={contact.subtitle}>
      <div className={style.columns}>
        <div>
          <h3>{contact.headline}</h3>
          <div className={`panel ${style.callNow}`}>
            <p>
              <b>{contact.phoneLabel}</b> {contact.callNowText}
            </p>
            <CallLink variant="primary" label={contact.callNow} />
            {textNumber && <TextMessageLink label={extras.text} />}
            <PhoneLanguage language={language} />
            {/* CallCard.tsx adds the button that opens the call card. */}
            <div id={callCardContainerId} className={style.card} />
          </div>
        </div>
        <div className={style.request}>
          <h3 id={formTitleId} className={style.title}>
            {form.title}
          </h3>
          {/* The form is complete. The browser posts it until load-form.ts loads React. */}
          <div id="contact-form">
            <ContactForm store={createFormStore()} language={language} words={words[language]} />
          </div>
        </div>
        <dl className={style.facts} data-site={site?.host}>
          <dt>{contact.emailLabel}</dt>
          <dd>
            <EmailLink />
          </dd>
          <dt>{contact.areasLabel}</dt>
          <dd>{fillFacts(contact.areas, language)}</dd>
          {business.town && (
            <>
              <dt>{contact.townLabel}</dt>
              <dd>{business.town}</dd>
            </>
          )}
          <dt>{contact.hoursLabel}</dt>
          <dd>{fillFacts(contact.hours, language)}</dd>
          {/* server/live-changes/compose-page.ts looks for this markup. */}
          {shopHours.length > 0 && <dt>{words[language].siteNow.shopHours.label}</dt>}
          {shopHours.map((paragraph) => (
            <dd key={paragraph}>{paragraph}</dd>
          ))}
        </dl>
      </div>
    </Section>
  );
}
