import { type FieldName, fieldNames, sentAnchor } from '../../contract/contact-fields.ts';
import type { Fix } from '../position/describe-position.ts';

/** All that was typed and found. Kept in `sessionStorage`, never `localStorage`: phones are shared. */
export interface Draft {
  fields: Partial<Record<FieldName, string>>;
  /** What stands in the short inputs, by their ids. */
  short: Record<string, string>;
  fix?: Fix | undefined;
  /** The lines that were added to the message, as they were written. */
  written: readonly string[];
  /** The service was chosen by a link, so another link may choose again. */
  serviceByLink?: boolean;
  /** The content sent last and its idempotency key: sent again after a reload, it is still one request. */
  sent?: { content: string; key: string } | undefined;
}

const storageKey = 'draft';

export const emptyDraft = (): Draft => ({ fields: {}, short: {}, written: [] });

/** Whether there is anything to lose. */
export function isTyped({ fields, short, fix }: Draft): boolean {
  return Boolean(fix) || [...fieldNames.map((name) => fields[name]), ...Object.values(short)].some(Boolean);
}

export function loadDraft(): Draft {
  // The answer to a form that was posted without the script: what it held is sent.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (location.hash === `#${sentAnchor}` && visit?.type === 'navigate') forgetDraft();
  try {
    return { ...emptyDraft(), ...JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') };
  } catch {
    // Some browsers are told to keep nothing: then nothing is kept.
    return emptyDraft();
  }
}

export function saveDraft(draft: Draft) {
  if (!isTyped(draft)) return forgetDraft();
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // As above.
  }
}

export function forgetDraft() {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // As above.
  }
}
