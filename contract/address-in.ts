/** Quotes and brackets around an address, and the punctuation after it. */
const wrapping = /^[\s"'“”‘’«»<([]+|[\s"'“”‘’«»>)\].,;:!?]+$/g;

/** Longer texts are left alone, because the patterns take quadratic time. */
const maxPastedLength = 1_000;

/**
 * The email address in what people paste: "Ana <ana@example.com>;", "mailto:ana@example.com?subject=Hi" or
 * "“ana@example.com”.". Words next to an address without brackets stay, so that the field refuses them: the address in
 * "ana lopez@example.com" may be missing a character.
 */
export function addressIn(text: string): string {
  if (text.length > maxPastedLength) {
    return text;
  }
  const [, name = '', inBrackets = ''] = /^([^<>]*)<([^<>]*)>[^<>@]*$/.exec(text) ?? [];
  // Some programs repeat the address as the name. Any other address in the name is a second one.
  const isOnlyOne = !name.replace(inBrackets, '').includes('@');
  const address = (isOnlyOne && inBrackets) || text;
  return address
    .replace(wrapping, '')
    .replace(/^mailto:([^?]*).*/i, '$1')
    .replace(wrapping, '');
}
