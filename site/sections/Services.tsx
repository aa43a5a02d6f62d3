import { business } from '../../content/business.ts';
import type { Language } from '../../content/languages.ts';
import { services } from '../../content/services.ts';
import { words } from '../../content/words/index.ts';
import { CallLink } from '../components/CallLink.tsx';
import { Claims } from '../components/Claims.tsx';
import { Section } from '../components/Section.tsx';
import { ServiceIcon } from '../components/ServiceIcon.tsx';
import { ServiceLink } from '../components/ServiceLink.tsx';
import { Terms } from '../components/Terms.tsx';
import style from './Services.module.css';

/** The emergency with a call link, and the others as a list of links to the form. */
export function Services({ language }: { language: Language }) {
  const { services: serviceWords, contact } = words[language];
  const { heading, intro, items, shoulders } = serviceWords;
  return (
    <Section id="services" heading={heading} intro={intro}>
      <div className={style.columns}>
        <ul className={style.services}>
          {services.map((service) => (
            <li key={service.id}>
              <ServiceIcon icon={service.icon} />
              <h3>
                <ServiceLink service={service} language={language} />
              </h3>
              <p>
                {items[service.id].description}
                {service.id === 'emergency' &&
                  ` ${business.worksOnShoulders ? shoulders.worked : shoulders.notWorked}`}
              </p>
              {service.id === 'emergency' && <CallLink look="secondary" label={contact.callNow} />}
            </li>
          ))}
        </ul>
        <Claims language={language} />
      </div>
      <Terms language={language} />
    </Section>
  );
}
