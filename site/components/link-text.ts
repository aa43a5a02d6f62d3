/** Encoded characters. Windows opens no link longer than 2,083, and mail programs cut off earlier. */
const most = 1_800;

/** A text for a `mailto:` or `sms:` link, encoded, and cut where the program that opens it could not take it. */
export function linkText(text: string): string {
  let encoded = '';
  for (const character of text.toWellFormed()) {
    const next = encoded + encodeURIComponent(character);
    if (next.length > most) return encoded + encodeURIComponent('…');
    encoded = next;
  }
  return encoded;
}
