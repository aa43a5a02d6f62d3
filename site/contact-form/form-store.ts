import { hasContent, parseDraft } from './draft.ts';
import { type FormAction, type FormState, initialState, reduce } from './form-state.ts';
import { receiptKey } from './receipt-key.ts';
import { storageKeys } from './storage-keys.ts';

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Creates the form's state outside React, with the saved draft. After each change, saves the draft, or removes it if it
 * is empty or sent. Also saves the receipt of a sent request, without its fields. If storage is blocked, does none of
 * that.
 */
export function createFormStore(storage?: () => DraftStorage) {
  const items = tryStorage(() => storage?.());
  const draft = parseDraft(tryStorage(() => items?.getItem(storageKeys.draft)) ?? null);
  let state: FormState = { ...initialState, isReady: true, draft };
  const listeners = new Set<() => void>();

  function dispatch(action: FormAction) {
    const next = reduce(state, action);
    if (next === state) {
      return;
    }
    state = next;
    const { draft, phase } = state;
    const isSent = phase.name === 'sent' && !phase.isReset;
    tryStorage(() => {
      if (hasContent(draft) && !isSent) {
        items?.setItem(storageKeys.draft, JSON.stringify(draft));
      } else {
        items?.removeItem(storageKeys.draft);
      }
      if (phase.name === 'sending') {
        // After a failure, an earlier receipt could look like a success.
        items?.removeItem(receiptKey);
      } else if (action.type === 'accepted') {
        items?.setItem(receiptKey, JSON.stringify(action.receipt));
      }
    });
    for (const listener of listeners) {
      listener();
    }
  }

  return {
    get: () => state,
    dispatch,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Restores the saved draft, or an empty draft if none is saved. If storage is blocked, keeps the current draft. */
    restoreSaved() {
      const saved = tryStorage(() => items && parseDraft(items.getItem(storageKeys.draft)));
      // The driver's page may have removed the receipt of a request that has ended.
      const hasReceipt = tryStorage(() => items?.getItem(receiptKey)) !== null;
      dispatch({ type: 'draftRestored', draft: saved ?? state.draft, hasReceipt });
    },
  };
}

/** Uses the tab's storage. Returns undefined if storage is blocked or full. */
export function tryStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

export type FormStore = ReturnType<typeof createFormStore>;
