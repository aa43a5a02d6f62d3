const storageKey = 'dispatch-key';

/**
 * Reads this phone's key, or returns undefined if the phone isn't paired. Safari may delete the key after a week
 * without a visit.
 */
export function readKey(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined;
  } catch {
    // If storage is blocked, the phone can't be paired.
    return undefined;
  }
}

/** Stores this phone's key. Throws if the browser doesn't store anything. */
export function storeKey(key: string): void {
  localStorage.setItem(storageKey, key);
}

export function forgetKey(): void {
  localStorage.removeItem(storageKey);
}
