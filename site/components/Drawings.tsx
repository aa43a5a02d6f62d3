import { business } from '../../content/business.ts';
import type { ServiceFact } from '../../content/schema.ts';
import { services } from '../../content/services.ts';
import { areas } from '../gazetteer/areas.ts';
import { shieldSize, shieldWidth } from '../map/drawing.ts';
import { ShieldOutline, shieldSymbolId } from '../map/Shield.tsx';
import { Dusk } from '../scenes/Dusk.tsx';
import { iconDrawings } from './icon-drawings.ts';

/** The file's path; append `#` and a symbol id. */
export const drawingsPath = '/drawings.svg';

/** The hero's road; every service icon and shield shape, as symbols. */
export function Drawings() {
  const signed = areas.flatMap(({ geography }) => geography?.highways.filter(({ onSign }) => onSign) ?? []);
  const forms = new Map(signed.map((route) => [shieldSymbolId(route), route]));
  return (
    <svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">
      <Dusk worksOnShoulders={business.worksOnShoulders} />
      <ServiceSymbols icons={services.map(({ icon }) => icon)} />
      {[...forms].map(([form, { system, word, number }]) => (
        <symbol key={form} id={form} viewBox={`0 0 ${shieldWidth(number)} ${shieldSize}`}>
          <ShieldOutline system={system} word={word} wide={number.length > 2} />
        </symbol>
      ))}
    </svg>
  );
}

/** One symbol per icon, however many services use it. */
export function ServiceSymbols({ icons }: { icons: readonly ServiceFact['icon'][] }) {
  return [...new Set(icons)].map((icon) => (
    <symbol key={icon} id={icon} viewBox="0 0 48 48">
      <path d={iconDrawings[icon].thing} />
      <path d={iconDrawings[icon].accent} stroke="currentColor" />
    </symbol>
  ));
}
