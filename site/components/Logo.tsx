import { business } from '../../content/business.ts';
import style from './Logo.module.css';

/** The mile marker that bears 24/7, beside the name. */
export function Logo() {
  return (
    <span className={style.logo}>
      <svg viewBox="0 0 34 40" width="34" height="40" aria-hidden="true" className={style.marker}>
        <rect width="34" height="40" rx="5" />
        <rect x="2" y="2" width="30" height="36" rx="3.5" />
        <text x="17" y="19">
          24
        </text>
        <text x="17" y="34">
          7
        </text>
        <path d="M9 22.5h16" />
      </svg>
      <span>{business.name}</span>
    </span>
  );
}
