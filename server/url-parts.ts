/** Whether a host is this machine, where nobody can eavesdrop. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host);
}

/**
 * Decodes one part of a URL as browsers do (URL Standard, "percent-decode"): a "%" that starts no escape is
 * literal, whatever else is escaped. Undefined if an escape is no part of a character, as in "50%abc": the
 * writer meant something else.
 */
export function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return undefined;
  }
}
