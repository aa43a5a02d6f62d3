/**
 * Bidirectional controls can make a number or a sentence read in another order than it was
 * written, and other controls hide text. Tabs and line ends stay.
 */
const deceptive = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|(?![\t\n])\p{Cc}/gu;

/** The text as the owner may see it. */
export function visible(text: string): string {
  return text.replace(deceptive, '');
}
