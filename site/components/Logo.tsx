import { business } from '../../content/business.ts';
import style from './Logo.module.css';
import { logo, logoRatio } from './logo.ts';
import { Marker } from './Marker.tsx';

const height = 40;

/** The mark and the name: the owner's logo, or the mile marker. */
export function Logo() {
  return (
    <span className={style.logo}>
      {logo ? (
        <img src="/favicon.svg" width={Math.round(height * logoRatio(logo))} height={height} alt="" />
      ) : (
        <Marker className={style.marker} />
      )}
      <span>{business.name}</span>
    </span>
  );
}
