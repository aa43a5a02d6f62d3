/** Fewer digits cannot be dialed from outside the local area. */
const shortest = 7;

/** The longest possible number, including country code (E.164, 6.2.1). */
const longest = 15;

/** A North American number, with or without country code, in any punctuation. */
const northAmerican = /^(?:\+?1[\s./-]*)?\(?\d{3}\)?[\s./-]*\d{3}[\s.-]*\d{4}(?!\d)/;

/** Any other number: everything up to the first character that is not part of a number. */
const anywhere = /^\+?[\d\s().-]+/;

/**
 * The `tel:` link for what a visitor typed as a phone number (RFC 3966). Uses only the first number: an
 * extension or a second number would corrupt it. Undefined if there is none.
 */
export function dialLink(typed: string): string | undefined {
  const fromFirstDigit = readable(typed)
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replace(/^[^\d+(]*/, '');
  const number = (northAmerican.exec(fromFirstDigit) ?? anywhere.exec(fromFirstDigit))?.[0] ?? '';
  const digits = number.replace(/[^\d+]/g, '');
  const count = digits.replace('+', '').length;
  return count >= shortest && count <= longest ? `tel:${digits}` : undefined;
}

/** With ordinary digits, and without the unseen characters that keyboards and copied text bring along. */
export function readable(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/[\p{Cf}\p{M}]/gu, '');
}
