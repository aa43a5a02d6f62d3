/** Returns the recipient if the settings have it, so that a phone can't store another name. Otherwise returns null. */
export const findKnownRecipient = (recipient: string | undefined, names: readonly string[]): string | null =>
  names.find((name) => name === recipient) ?? null;
