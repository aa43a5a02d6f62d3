import type { Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { areas } from '../gazetteer/areas.ts';
import { AreaMap } from './AreaMap.tsx';
import { layOutMap, mapWidth } from './drawing.ts';

interface Props {
  language: Language;
  /** The maps' style sheet, which the file includes, because an SVG shown as an image can't load other files. */
  style: string;
}

/** The distance between maps, which is wider than any screen, so that a screen shows only one map. */
const distance = 10 * mapWidth;

/**
 * The file of all maps, which share an embedded font and are far apart. A page shows one map by the id of its view,
 * like `<img src="/maps.svg#houston">`.
 */
export function AreaMaps({ language, style }: Props) {
  const maps = areas
    .flatMap((area) => (area.geography ? [{ area, geography: area.geography }] : []))
    .map((map, index) => ({
      ...map,
      x: index * distance,
      height: layOutMap(map.area, map.geography, words[language]).height,
    }));
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: each map has its own title
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${mapWidth} ${maps[0]?.height}`} lang={language}>
      {maps.map(({ area, x, height }) => (
        <view key={area.id} id={area.id} viewBox={`${x} 0 ${mapWidth} ${height}`} />
      ))}
      <style>{style}</style>
      {maps.map(({ area, geography, x }) => (
        <AreaMap key={area.id} area={area} geography={geography} language={language} x={x} />
      ))}
    </svg>
  );
}
