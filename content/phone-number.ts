const northAmerican = /^\+1(\d{3})(\d{3})(\d{4})$/;

/**
 * A phone number in print format: +12815550123 becomes (281) 555-0123. Throws when it is not a North American
 * number in E.164.
 */
export function printedPhone(phone: string): string {
  const parts = northAmerican.exec(phone);
  if (!parts) {
    throw new Error(
      `The phone number "${phone}" cannot be used. Write it in content/business.json as +1 and ten digits, like +12815550123.`,
    );
  }
  return `(${parts[1]}) ${parts[2]}-${parts[3]}`;
}

/** The `tel:` link for a number in E.164 (RFC 3966). */
export function phoneLink(phone: string): string {
  return `tel:${phone}`;
}

/** A visitor's North American number in print format; anything else as it was typed. */
export function groupedPhone(typed: string): string {
  return typed.replace(/^\s*(?:\+?1[\s.-]*)?\(?(\d{3})\)?[\s.-]*(\d{3})[\s.-]*(\d{4})\s*$/, '($1) $2-$3');
}
