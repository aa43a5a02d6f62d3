/** Returns the recipient if PAGE_URL contains it. Otherwise returns null, so a device can't store another name. */
export const findKnownRecipient = (recipient: string | undefined, names: readonly string[]): string | null =>
  names.find((name) => name === recipient) ?? null;
