import { business } from '../../content/business.ts';
import style from './Logo.module.css';
import { logo, logoRatio } from './logo.ts';
import { Marker } from './Marker.tsx';

const height = 40;

/** The mark and the name: the mile marker, or the owner's logo. A wide one is taken to show the name itself. */
export function Logo() {
  const width = logo ? Math.round(height * logoRatio(logo)) : height;
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
