import { business } from '../../content/business.ts';
import type { Language } from '../../content/languages.ts';
import { type Service, services } from '../../content/services.ts';
import { words } from '../../content/words/index.ts';
import { CallLink } from '../components/CallLink.tsx';
import { Claims } from '../components/Claims.tsx';
import { Rows } from '../components/Rows.tsx';
import { Section } from '../components/Section.tsx';
import { ServiceLink } from '../components/ServiceLink.tsx';
import { spritePath } from '../components/Sprite.tsx';
import style from './Services.module.css';

/** A panel with a call link for the emergency service, and a list with links to the form for the other services. */
export function Services({ language }: { language: Language }) {
  const { services: serviceWords, contact, extras } = words[language];
  const { heading, intro, items, orRequest, shoulders } = serviceWords;
  return (
    <Section id="services" heading={heading} intro={intro}>
      <ul className={style.services}>
        {services.map((service) =>
          service.id === 'emergency' ? (
            <li key={service.id} className={`panel ${style.emergency}`}>
              <ServiceIcon icon={service.icon} />
              <h3>{items.emergency.title}</h3>
              <p>
                {items.emergency.description}{' '}
                {business.worksOnShoulders ? shoulders.worked : shoulders.notWorked}
              </p>
              <p>
                <strong>{extras.safety}</strong>
              </p>
              <div>
                <CallLink variant="primary" label={contact.callNow} />
                <ServiceLink from="landing" service={service} language={language}>
                  {orRequest}
                </ServiceLink>
              </div>
            </li>
          ) : (
            <li key={service.id}>
              <ServiceIcon icon={service.icon} />
              <h3>
                <ServiceLink from="landing" service={service} language={language} />
              </h3>
              <p>{items[service.id].description}</p>
            </li>
          ),
        )}
      </ul>
      <Claims language={language} />
      <Terms language={language} />
    </Section>
  );
}

function ServiceIcon({ icon }: { icon: Service['icon'] }) {
  return (
    <svg width="48" height="48" aria-hidden="true">
      <use href={`${spritePath}#${icon}`} />
    </svg>
  );
}

/** Rates, payment, and work that the business doesn't do, if content/business.json has them. */
function Terms({ language }: { language: Language }) {
  const { terms } = words[language].services;
  const rows = [
    { title: terms.rates, text: business.rates[language] },
    { title: terms.payment, text: joinWithDots(business.payment[language]) },
    { title: terms.notDone, text: joinWithDots(business.notDone[language]) },
  ].filter(({ text }) => text);
  return rows.length > 0 && <Rows rows={rows} />;
}

/** Joins entries, like "Cash · Visa". A line may end with a dot, but never begins with one. */
function joinWithDots(entries: string[]): string {
  return entries.join('\u00a0· ');
}
