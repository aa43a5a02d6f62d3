import { honeypotName } from '../../contract/contact-fields.ts';
import style from './Honeypot.module.css';

/**
 * A field that nobody sees or hears and the script never sends: only bots fill it in. The label is for people
 * who find it anyway, in a browser without styles. Chromium's autofill ignores `autocomplete`, but fills in nothing
 * that is inert.
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
