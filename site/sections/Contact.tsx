import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { contactAnchor } from '../../contract/contact-fields.ts';
import { fillIn } from '../../contract/fill-in.ts';
import { CallLink } from '../components/CallLink.tsx';
import { EmailLink } from '../components/EmailLink.tsx';
import { PhoneLanguage } from '../components/PhoneLanguage.tsx';
import { Section } from '../components/Section.tsx';
import { Island } from '../contact-form/Island.tsx';
import { facts } from '../facts.ts';
import style from './Contact.module.css';

export function Contact({ language }: { language: Language }) {
  const { contact, form } = words[language];
  return (
    <Section id={contactAnchor} heading={contact.title} intro={contact.subtitle} deferred>
      <div className={style.columns}>
        <div>
          <h3 className={style.title}>{contact.headline}</h3>
          <div className={style.callNow}>
            <p>{contact.callNowText}</p>
            <CallLink look="act" label={contact.callNow} />
            <PhoneLanguage language={language} />
          </div>
          <dl className={style.facts}>
            <dt>{contact.phoneLabel}</dt>
            <dd>
              <CallLink look="plain" />
            </dd>
            <dt>{contact.emailLabel}</dt>
            <dd>
              <EmailLink />
            </dd>
            <dt>{contact.areasLabel}</dt>
            <dd>{fillIn(contact.areas, facts)}</dd>
            <dt>{contact.hoursLabel}</dt>
            <dd>{contact.hours}</dd>
          </dl>
        </div>
        <div>
          <h3 className={style.title} id="form-heading">
            {form.title}
          </h3>
          <p className={style.privacy}>{fillIn(contact.privacy, facts)}</p>
          <Island language={language} />
        </div>
      </div>
    </Section>
  );
}
