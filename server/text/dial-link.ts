/** People write almost anything between the groups of a North American number: "832·555·0188", "832, 555, 0188". */
const anything = String.raw`[^\p{L}\p{N}+#]{0,3}`;

/**
 * Matches the characters between the digits of any other number. A slash with spaces doesn't match, because
 * it separates two numbers.
 */
const separator = String.raw`(?:[\s().·•_\-]{0,3}|\/)`;

const begin = String.raw`(?<!\d${separator})`;
const end = String.raw`(?!${separator}\d)`;
const digits = (count: string) => String.raw`(?:${separator}\d){${count}}`;

/** Matches text that is clearly a phone number. Each position in a text is checked for these forms in this order. */
const number = new RegExp(
  [
    // North America: neither area code nor exchange begins with 0 or 1, and no area code ends in 11.
    String.raw`(?<!\d|\+[\d\s().-]{1,8})(?:\+?1${anything})?(?!\d11)[2-9]\d{2}${anything}[2-9]\d{2}${anything}\d{4}(?!\d)`,
    // A number with its country code has at most 15 digits (E.164, 6.2.1).
    String.raw`\+${digits('7,15')}${end}`,
    // A number as people dial it has 7 or 10 digits, a leading 0 or 1, or Mexico's 52 without "+".
    String.raw`${begin}(?:(?<![\p{L}#]${separator})[2-9]\d{2}${separator}\d{4}|[2-9]${digits('9')}|0${digits('7,14')}|1${digits('10')}|5${separator}2${digits('10,11')})${end}`,
    // A local number after something else: "unit 4415 555-0188".
    String.raw`(?<!\d)[2-9]\d{2}[.-]\d{4}${end}`,
  ].join('|'),
  'u',
);

/**
 * Creates the `tel:` link (RFC 3966) for the first number in a visitor's text, without its extension or any other
 * digits. Returns undefined if no part of the text is clearly a phone number.
 */
export function createDialLink(typed: string): string | undefined {
  // Convert Arabic and full-width digits, and dashes, to ordinary ones. Remove invisible and combining characters, and
  // the zero in "+44 (0)20", which people dial only within the country.
  const readable = typed
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{M}]/gu, '')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replace(/(?<=(?:\+|00)[\d\s]{1,5})\(0\)/, '');
  const digits = number.exec(readable)?.[0].replace(/[^\d+]/g, '');
  return digits && `tel:${digits.replace(/^00|^(?=521?\d{10}$)/, '+')}`;
}

/** Formats ten digits, or eleven with a leading 1, like "832-555-0188". Any other number only loses its `tel:`. */
export function formatWithDashes(dialLink: string): string {
  return dialLink.replace('tel:', '').replace(/^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}
