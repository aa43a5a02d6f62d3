import { type Language, languages } from '../../content/languages.ts';
import { type ServiceArea as Area, serviceAreas } from '../../content/service-areas.ts';
import { words } from '../../content/words/index.ts';
import { fillIn } from '../../contract/fill-in.ts';
import { Section } from '../components/Section.tsx';
import { drawingOf, geography, shieldSize, shieldWidth, width } from '../map/drawing.ts';
import type { Route } from '../map/geography.ts';
import { Shield } from '../map/Shield.tsx';
import style from './ServiceArea.module.css';

interface Props {
  language: Language;
}

export function ServiceArea({ language }: Props) {
  const { serviceArea } = words[language];
  return (
    <Section id="service-area" heading={serviceArea.heading} intro={serviceArea.intro} deferred>
      <div className={style.areas}>
        {serviceAreas.map((area) => (
          <AreaSign key={area.id} area={area} language={language} />
        ))}
      </div>
      <p className={style.note}>{serviceArea.note}</p>
    </Section>
  );
}

/** The shield of a route, as it stands beside the road. */
function RouteShield({ route }: { route: Route }) {
  const wide = shieldWidth(route.number);
  return (
    <svg
      viewBox={`0 0 ${wide} ${shieldSize}`}
      width={wide}
      height={shieldSize}
      role="img"
      aria-label={route.name}
    >
      <Shield route={route} x={wide / 2} y={shieldSize / 2} />
    </svg>
  );
}

/** A guide sign with the towns, and the diagram that shows them. */
function AreaSign({ area, language }: Props & { area: Area }) {
  const { id, city, averageMinutes, towns } = area;
  const { serviceArea } = words[language];
  const { height } = drawingOf(area, words[language]);
  return (
    <section className={style.area} aria-labelledby={`${id}-heading`}>
      <div className={style.sign}>
        <h3 id={`${id}-heading`}>{fillIn(serviceArea.area, { city })}</h3>
        <p className={style.distance}>
          <span>{serviceArea.averageResponse}</span>{' '}
          <b>{fillIn(serviceArea.minutes, { minutes: averageMinutes })}</b>
        </p>
        <p className={style.routes}>
          {geography[id].highways.map((route) => (
            <RouteShield key={route.name} route={route} />
          ))}
        </p>
        <ul className={style.towns}>
          {[fillIn(serviceArea.downtown, { city }), ...towns].map((town) => (
            <li key={town}>{town}</li>
          ))}
        </ul>
      </div>
      <figure className={style.map}>
        <img
          src={`${languages[language].path}map-${id}.svg`}
          width={width}
          height={height}
          alt={fillIn(serviceArea.mapAlt, { city })}
          loading="lazy"
          decoding="async"
        />
        <figcaption>{serviceArea.mapNote}</figcaption>
      </figure>
    </section>
  );
}
