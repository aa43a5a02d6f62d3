/** A North American phone number as people write it, like "(281) 555-0123" or "+12815550123". */
export const northAmerican = /^\s*(?:\+?1[\s.-]*)?\(?(\d{3})\)?[\s.-]*(\d{3})[\s.-]*(\d{4})\s*$/;

/** Converts a North American number to E.164, like +12815550123. Leaves anything else as it was typed. */
export function formatE164(typed: string): string {
  return typed.replace(northAmerican, '+1$1$2$3');
}

/** Formats a North American number for print, like (281) 555-0123. Leaves anything else as it was typed. */
export function formatPhone(typed: string): string {
  return typed.replace(northAmerican, '($1) $2-$3');
}

/** Creates the `tel:` link for a number in E.164 (RFC 3966). */
export function formatPhoneLink(phone: string): string {
  return `tel:${phone}`;
}
