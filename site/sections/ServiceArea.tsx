import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { Section } from '../components/Section.tsx';
import { spritePath } from '../components/Sprite.tsx';
import { areas } from '../gazetteer/areas.ts';
import type { Area } from '../gazetteer/resolve-area.ts';
import { getShieldWidth, layOutMap, mapWidth, shieldSize } from '../map/drawing.ts';
import type { HighwayLabel } from '../map/geography.ts';
import { getShieldSymbolId, ShieldNumber } from '../map/Shield.tsx';
import style from './ServiceArea.module.css';

interface Props {
  language: Language;
}

export function ServiceArea({ language }: Props) {
  const { serviceArea } = words[language];
  return (
    <Section id="service-area" heading={serviceArea.heading} intro={serviceArea.intro}>
      <p className="caption">{serviceArea.note}</p>
      <div className={style.areas}>
        {areas.map((area) => (
          <AreaSign key={area.id} area={area} language={language} />
        ))}
      </div>
    </Section>
  );
}

/** Highway shields as on the road. Screen readers treat them as one picture. */
function HighwayShields({ highways, language }: Props & { highways: readonly HighwayLabel[] }) {
  const names = highways.map(({ name }) => name).join(', ');
  return (
    <p
      className={style.routes}
      role="img"
      aria-label={interpolate(words[language].serviceArea.highways, { names })}
    >
      {highways.map((highway) => (
        // Hide each shield, because Firefox exposes the contents of an image.
        <svg
          key={highway.name}
          viewBox={`0 0 ${getShieldWidth(highway.number)} ${shieldSize}`}
          height="36"
          aria-hidden="true"
        >
          <use href={`${spritePath}#${getShieldSymbolId(highway)}`} />
          <ShieldNumber highway={highway} />
        </svg>
      ))}
    </p>
  );
}

/** A guide sign with the towns, and their map. */
function AreaSign({ area, language }: Props & { area: Area }) {
  const { id, city, averageMinutes, towns, geography } = area;
  const { serviceArea } = words[language];
  const highways = geography?.highways.filter(({ onSign }) => onSign) ?? [];
  const map = `${languages[language].path}maps.svg#${id}`;
  return (
    <section className={style.area} aria-labelledby={`${id}-heading`}>
      <div className={`panel ${style.sign}`}>
        {/* server/live-changes/compose-page.ts looks for this markup. */}
        <h3 id={`${id}-heading`}>{city}</h3>
        <p className={style.distance}>
          <b>{interpolate(serviceArea.minutes, { minutes: averageMinutes })}</b>{' '}
          <span>{serviceArea.averageResponse}</span>
        </p>
        <ul className={style.towns}>
          {[interpolate(serviceArea.downtown, { city }), ...towns.map(({ name }) => name)].map((town) => (
            <li key={town}>{town}</li>
          ))}
        </ul>
        {highways.length > 0 && <HighwayShields highways={highways} language={language} />}
      </div>
      {geography && (
        <figure className={style.map}>
          <a href={map}>
            <img
              src={map}
              width={mapWidth}
              height={layOutMap(area, geography, words[language]).height}
              alt={interpolate(serviceArea.mapAlt, { city })}
              loading="lazy"
              decoding="async"
            />
            <span className="caption">{interpolate(serviceArea.openMap, { city })}</span>
          </a>
        </figure>
      )}
    </section>
  );
}
