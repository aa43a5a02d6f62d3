import type { Service } from '../../content/services.ts';
import { drawingsPath } from './Drawings.tsx';
import style from './ServiceIcon.module.css';

export function ServiceIcon({ icon }: { icon: Service['icon'] }) {
  return (
    <svg width="48" height="48" aria-hidden="true" className={style.icon}>
      <use href={`${drawingsPath}#${icon}`} />
    </svg>
  );
}
