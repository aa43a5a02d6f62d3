import { callLink, facts } from '../facts.ts';
import style from './CallLink.module.css';

interface Props {
  /** Said above the number. Left out where the words around the link already say it. */
  label?: string;
  /** `primary` is the orange one: one of its size in sight at a time. `link` sits in running text. */
  look: 'primary' | 'secondary' | 'link';
}

/** Calls the business. The number is always part of the link, so it can be read out and copied. */
export function CallLink({ label, look }: Props) {
  return (
    <a href={callLink} className={style[look]} data-call={look === 'primary' ? '' : undefined}>
      {label && <span className={style.label}>{label}</span>} <b className={style.number}>{facts.phone}</b>
    </a>
  );
}
