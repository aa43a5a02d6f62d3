import { honeypotName } from '../../contract/contact-fields.ts';
import style from './Honeypot.module.css';

/**
 * A field that nobody sees or hears, and that the script never sends: what stands in it was written
 * by a program. The label is for those who meet it all the same, in a browser without the styles.
 */
export function Honeypot({ label }: { label: string }) {
  const id = `contact-${honeypotName}`;
  return (
    <div className={style.unseen} aria-hidden="true">
      <label htmlFor={id}>{label}</label>
      <input id={id} name={honeypotName} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
