/**
 * Bidirectional controls can make a number or a sentence read in another order than it was
 * written, other controls hide text, and U+2028 and U+2029 begin a line that nobody typed. Tabs and
 * line ends stay.
 */
const deceptive = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|(?![\t\n])\p{Cc}/gu;

/** The text as the owner may see it. */
export function visible(text: string): string {
  return text.replace(deceptive, '');
}
