import { drawingsPath } from '../components/Drawings.tsx';
import style from './Road.module.css';

/** The sky at dusk and the road below it. What moves is here, and the rest is in the file of drawings. */
export function Road() {
  return (
    <div className={style.scene}>
      <svg className={style.road} viewBox="0 -140 1440 224" fill="none" aria-hidden="true">
        <use href={`${drawingsPath}#road`} />
        <path className={style.dashes} d="M-1200 51h3840" />
        <path className={style.hazards} d="M900-24h0M1058-46h0M1214-46h0M1362-52h0M1282-100h0M1272-120h0" />
      </svg>
    </div>
  );
}
