import { business } from '../../content/business.ts';
import style from './Logo.module.css';
import { getLogoRatio, logo } from './logo.ts';
import { Marker } from './Marker.tsx';

const height = 40;

/** The mile marker or the owner's logo, and the name. A wide logo is assumed to contain the name. */
export function Logo() {
  const width = logo ? Math.round(height * getLogoRatio(logo)) : height;
  const showsName = width >= 2 * height;
  return (
    <span className={style.logo}>
      {logo ? (
        <img src="/logo.svg" width={width} height={height} alt={showsName ? business.name : ''} />
      ) : (
        <Marker className={style.marker} />
      )}
      {!showsName && <span>{business.name}</span>}
    </span>
  );
}
