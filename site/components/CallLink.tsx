import { callLink, facts } from '../facts.ts';
import style from './CallLink.module.css';

interface Props {
  /** Text above the number. Omit where the surrounding text already says it. */
  label?: string;
  /** `primary` is the orange one: only one large one in view at a time. `link` is for running text. */
  look: 'primary' | 'secondary' | 'link';
}

/** Calls the business. The number is always visible, so it can be read out and copied. */
export function CallLink({ label, look }: Props) {
  return (
    <a
      href={callLink}
      className={style[look]}
      data-call={look === 'primary' ? '' : undefined}
      // The two lines would be read as two links.
      aria-label={label && `${label} ${facts.phone}`}
    >
      {label && (
        <span className={style.label} aria-hidden="true">
          {label}
        </span>
      )}{' '}
      <b className={style.number} aria-hidden={label ? true : undefined}>
        {facts.phone}
      </b>
    </a>
  );
}
