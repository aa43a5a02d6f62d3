import { business } from '../../content/business.ts';
import type { ServiceFact } from '../../content/schema.ts';
import { services } from '../../content/services.ts';
import { areas } from '../gazetteer/areas.ts';
import { getShieldWidth, shieldSize } from '../map/drawing.ts';
import { getShieldSymbolId, ShieldOutline } from '../map/Shield.tsx';
import { Dusk } from '../scenes/Dusk.tsx';
import { iconDrawings } from './icon-drawings.ts';

/** The path of the SVG sprite. References add `#` and an ID. */
export const spritePath = '/sprite.svg';

/** The SVG sprite of the landing page: the hero's scene, service icons, and the shapes of highway shields. */
export function Sprite() {
  const highways = areas.flatMap(({ geography }) => geography?.highways.filter(({ onSign }) => onSign) ?? []);
  const shapes = new Map(highways.map((highway) => [getShieldSymbolId(highway), highway]));
  return (
    <svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">
      <Dusk worksOnShoulders={business.worksOnShoulders} />
      <ServiceSymbols icons={services.map(({ icon }) => icon)} />
      {[...shapes].map(([id, { system, word, number }]) => (
        <symbol key={id} id={id} viewBox={`0 0 ${getShieldWidth(number)} ${shieldSize}`}>
          <ShieldOutline system={system} word={word} isWide={number.length > 2} />
        </symbol>
      ))}
    </svg>
  );
}

/** One symbol for each icon, even if several services use it. */
export function ServiceSymbols({ icons }: { icons: readonly ServiceFact['icon'][] }) {
  return [...new Set(icons)].map((icon) => (
    <symbol key={icon} id={icon} viewBox="0 0 48 48">
      <path d={iconDrawings[icon].outline} />
      <path d={iconDrawings[icon].accent} stroke="currentColor" />
    </symbol>
  ));
}
