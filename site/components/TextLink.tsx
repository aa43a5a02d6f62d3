import { replaceLoneSurrogates } from '../../contract/contact-fields.ts';
import { facts } from '../facts.ts';
import style from './Button.module.css';

interface Props {
  label: string;
  /** The text of the message. */
  body?: string;
}

/** Opens a text message to the business, if the owner has set a number for it. */
export function TextLink({ label, body }: Props) {
  if (!facts.textLine) {
    return null;
  }
  // "?&" works on both systems: iOS parses what follows "&", Android what follows "?".
  const query = body ? `?&body=${linkText(body)}` : '';
  return (
    <a className={style.button} href={`sms:${facts.textLine}${query}`}>
      {label}
    </a>
  );
}

/** Encoded characters. Windows opens no link longer than 2,083, and mail programs cut off earlier. */
const most = 1_800;

/** A text for a `mailto:` or `sms:` link, encoded, and cut where the program that opens it could not take it. */
export function linkText(text: string): string {
  let encoded = '';
  for (const character of replaceLoneSurrogates(text)) {
    const next = encoded + encodeURIComponent(character);
    if (next.length > most) {
      return encoded + encodeURIComponent('…');
    }
    encoded = next;
  }
  return encoded;
}
