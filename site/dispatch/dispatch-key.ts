const storageKey = 'dispatch-key';

/** This phone's key, or undefined if it isn't paired. Safari deletes it after a week without a visit. */
export function readKey(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined;
  } catch {
    // Storage may be blocked: then a phone can't be paired.
    return undefined;
  }
}

/** Throws if the browser stores nothing. */
export function storeKey(key: string): void {
  localStorage.setItem(storageKey, key);
}

export function forgetKey(): void {
  localStorage.removeItem(storageKey);
}
