import type { Language } from '../../content/languages.ts';
import { services } from '../../content/services.ts';
import { words } from '../../content/words/index.ts';
import { Section } from '../components/Section.tsx';
import { ServiceIcon } from '../components/ServiceIcon.tsx';
import style from './Services.module.css';

export function Services({ language }: { language: Language }) {
  const { heading, intro, items } = words[language].services;
  return (
    <Section id="services" heading={heading} intro={intro}>
      <ul className={style.services}>
        {services.map((service) => (
          <li key={service}>
            <ServiceIcon service={service} />
            <h3>{items[service].title}</h3>
            <p>{items[service].description}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
