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

/** Deletes a key that the server rejected, unless another tab has stored a newer key since. */
export function forgetKey(rejected: string): void {
  if (readKey() === rejected) {
    localStorage.removeItem(storageKey);
  }
}

export function canStoreKey(): boolean {
  try {
    localStorage.setItem(`${storageKey}-test`, '');
    localStorage.removeItem(`${storageKey}-test`);
    return true;
  } catch {
    return false;
  }
}
