import { business } from '../../content/business.ts';
import { isAlwaysAnswered } from '../../content/hours.ts';
import style from './Logo.module.css';
import { getLogoRatio, logo, logoHasName } from './logo-file.ts';
import { Marker } from './Marker.tsx';

const height = 40;

/** The mile marker or the owner's logo, and the name unless the logo contains it. */
export function Logo() {
  const width = logo ? Math.round(height * getLogoRatio(logo)) : height;
  return (
    <span className={style.logo}>
      {logo ? (
        <img src="/logo.svg" width={width} height={height} alt={logoHasName ? business.name : ''} />
      ) : (
        <Marker isAlwaysAnswered={isAlwaysAnswered} className={style.marker} />
      )}
      {!logoHasName && <span>{business.name}</span>}
    </span>
  );
}
