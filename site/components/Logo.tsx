import { business } from '../../content/business.ts';
import style from './Logo.module.css';
import { Marker } from './Marker.tsx';

/** The mile marker and the name. */
export function Logo() {
  return (
    <span className={style.logo}>
      <Marker className={style.marker} />
      <span>{business.name}</span>
    </span>
  );
}
