/** Quotes, brackets, and white space around an address, and punctuation after it. */
const wrapping = /^[\s"'“”‘’«»<([]+|[\s"'“”‘’«»>)\].,;:!?]+$/g;

/** Longer texts are left unchanged, because the patterns may need quadratic time. */
const maxPastedLength = 1_000;

/**
 * Extracts the email address from pasted text like "Ana <ana@example.com>;", "mailto:ana@example.com?subject=Hi", or
 * "“ana@example.com”.". If the address isn't in brackets, leaves surrounding words in place, so that validation
 * fails. For example, the address in "ana lopez@example.com" may be missing a character.
 */
export function extractAddress(text: string): string {
  if (text.length > maxPastedLength) {
    return text;
  }
  const [, name = '', inBrackets = ''] = /^([^<>]*)<([^<>]*)>[^<>@]*$/.exec(text) ?? [];
  // Some programs repeat the address as the name. A different address in the name makes the text ambiguous.
  const isOnlyOne = !name.replace(inBrackets, '').includes('@');
  const address = (isOnlyOne && inBrackets) || text;
  return address
    .replace(wrapping, '')
    .replace(/^mailto:([^?]*).*/i, '$1')
    .replace(wrapping, '');
}
