import type { Language } from '../../content/languages.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { words } from '../../content/words/index.ts';
import { fillIn } from '../../contract/fill-in.ts';
import { Section } from '../components/Section.tsx';
import style from './ServiceArea.module.css';

export function ServiceArea({ language }: { language: Language }) {
  const { serviceArea } = words[language];
  return (
    <Section id="service-area" heading={serviceArea.heading} intro={serviceArea.intro}>
      <div className={style.areas}>
        {serviceAreas.map(({ id, city, averageMinutes, towns }) => (
          <section key={id} className={style.sign} aria-labelledby={`${id}-heading`}>
            <h3 id={`${id}-heading`}>{fillIn(serviceArea.area, { city })}</h3>
            <p className={style.distance}>
              <span>{serviceArea.averageResponse}</span>{' '}
              <b>{fillIn(serviceArea.minutes, { minutes: averageMinutes })}</b>
            </p>
            <ul className={style.towns}>
              {[fillIn(serviceArea.downtown, { city }), ...towns].map((town) => (
                <li key={town}>{town}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className={style.note}>{serviceArea.note}</p>
    </Section>
  );
}
