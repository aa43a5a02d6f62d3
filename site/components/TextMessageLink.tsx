import { replaceLoneSurrogates } from '../../contract/contact-fields.ts';
import { textNumber } from '../facts.ts';
import style from './Button.module.css';

interface Props {
  label: string;
  body?: string;
}

/** Opens a text message to the business. Show it only if `textNumber` isn't empty. */
export function TextMessageLink({ label, body }: Props) {
  // "?&" works on both systems: iOS parses the part after "&", and Android the part after "?".
  const query = body ? `?&body=${encodeLinkText(body)}` : '';
  return (
    <a className={style.button} href={`sms:${textNumber}${query}`}>
      {label}
    </a>
  );
}

/**
 * The maximum length of a text in a link, in encoded characters. Windows doesn't open links longer than 2,083. Some
 * mail programs accept even less.
 */
const maxEncodedLength = 1_800;

/** Encodes a text for a `mailto:` or `sms:` link. Shortens a text that may be too long to open. */
export function encodeLinkText(text: string): string {
  let encoded = '';
  for (const character of replaceLoneSurrogates(text)) {
    const next = encoded + encodeURIComponent(character);
    if (next.length > maxEncodedLength) {
      return encoded + encodeURIComponent('…');
    }
    encoded = next;
  }
  return encoded;
}
