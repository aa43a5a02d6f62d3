import { business } from '../../content/business.ts';
import { isAlwaysAnswered } from '../../content/hours.ts';
import style from './Logo.module.css';
import { LogoMarker } from './LogoMarker.tsx';
import { getLogoRatio, logo, logoHasName } from './logo-file.ts';

const height = 40;

/** The mile marker or the owner's logo, and the name unless the logo contains it. */
export function Logo() {
  const width = logo ? Math.round(height * getLogoRatio(logo)) : height;
  return (
    <span className={style.logo}>
      {logo ? (
        <img src="/logo.svg" width={width} height={height} alt={logoHasName ? business.name : ''} />
      ) : (
        <LogoMarker isAlwaysAnswered={isAlwaysAnswered} className={style.marker} />
      )}
      {!logoHasName && <span>{business.name}</span>}
    </span>
  );
}
