import { spritePath } from '../components/Sprite.tsx';
import style from './HeroRoad.module.css';

/** The sky at dusk and the road below it. The moving parts are here, and the rest is in the sprite. */
export function HeroRoad() {
  return (
    <div className={style.scene}>
      <svg className={style.road} viewBox="0 -154 1440 190" fill="none" aria-hidden="true">
        <use href={`${spritePath}#road`} />
        <path className={style.dashes} d="M-1155-34h3840" />
        <use href={`${spritePath}#stranded-truck`} y="9" />
        <path className={style.hazards} d="M978-37h0M1385-8h0" />
        <path className={style.hazards} d="M742-30h0" />
      </svg>
    </div>
  );
}
