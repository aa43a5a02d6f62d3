import type { Service } from '../../content/services.ts';
import { drawingsPath } from './Drawings.tsx';
import { iconDrawings } from './icon-drawings.ts';
import style from './ServiceIcon.module.css';

export function ServiceIcon({ icon }: { icon: Service['icon'] }) {
  if (!(icon in iconDrawings)) {
    throw new Error(
      `content/services.ts names the icon "${icon}", which is not drawn. Draw it in site/components/icon-drawings.ts, or use one of ${Object.keys(iconDrawings).join(', ')}.`,
    );
  }
  return (
    <svg width="48" height="48" aria-hidden="true" className={style.icon}>
      <use href={`${drawingsPath}#${icon}`} />
    </svg>
  );
}
