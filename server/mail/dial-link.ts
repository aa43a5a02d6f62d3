/** Fewer digits are no number that the owner could dial from outside. */
const shortest = 7;

/** The longest number there is, country code included (E.164, 6.2.1). */
const longest = 15;

/** An American number, with or without its country code, however it is broken up. */
const northAmerican = /^(?:\+?1[\s./-]*)?\(?\d{3}\)?[\s./-]*\d{3}[\s.-]*\d{4}(?!\d)/;

/** Any other number: what stands before the first sign that no number has inside. */
const anywhere = /^\+?[\d\s().-]+/;

/**
 * The link that calls what a visitor typed as a phone (RFC 3966). Dials the first number alone: an
 * extension or a second number behind it would make it another. Nothing when there is no number.
 */
export function dialLink(typed: string): string | undefined {
  const fromFirstDigit = typed.replaceAll(/[\p{Pd}\u2212]/gu, '-').replace(/^[^\d+(]*/, '');
  const number = (northAmerican.exec(fromFirstDigit) ?? anywhere.exec(fromFirstDigit))?.[0] ?? '';
  const digits = number.replace(/[^\d+]/g, '');
  const count = digits.replace('+', '').length;
  return count >= shortest && count <= longest ? `tel:${digits}` : undefined;
}
