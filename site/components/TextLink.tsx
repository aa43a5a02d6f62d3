import { facts } from '../facts.ts';
import style from './Button.module.css';
import { linkText } from './link-text.ts';

interface Props {
  label: string;
  /** The text of the message. */
  body?: string;
}

/** Opens a text message to the business, if the owner has set a number for it. */
export function TextLink({ label, body }: Props) {
  if (!facts.textLine) return null;
  // "?&" works on both systems: iOS parses what follows "&", Android what follows "?".
  const query = body ? `?&body=${linkText(body)}` : '';
  return (
    <a className={style.button} href={`sms:${facts.textLine}${query}`}>
      {label}
    </a>
  );
}
