import { honeypotName } from '../../contract/contact-fields.ts';
import style from './Honeypot.module.css';

/**
 * A field for bots to fill in: it's invisible, screen readers skip it, and the script never sends it.
 *
 * The label is for people who find the field in a browser without styles. The field is inert because Chromium's
 * autofill ignores `autocomplete` but skips inert fields.
 */
export function Honeypot({ label }: { label: string }) {
  const id = `contact-${honeypotName}`;
  return (
    <div className={style.unseen} aria-hidden="true" inert>
      <label htmlFor={id}>{label}</label>
      <input id={id} name={honeypotName} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
