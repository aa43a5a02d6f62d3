import { type FieldName, fieldNames, sentAnchor } from '../../contract/contact-fields.ts';
import type { Fix } from '../position/describe-position.ts';

/** Everything typed or located. Saved in `sessionStorage`, never `localStorage`: phones are shared. */
export interface Draft {
  fields: Partial<Record<FieldName, string>>;
  /** Values of the short inputs, by id. */
  short: Record<string, string>;
  fix?: Fix | undefined;
  /** The lines that were added to the message, verbatim. */
  written: readonly string[];
  /** A link chose the service, so another link may change it. */
  serviceByLink?: boolean;
  /** The last content sent and its idempotency key: resending it after a reload is still one request. */
  sent?: { content: string; key: string } | undefined;
}

const storageKey = 'draft';

export const emptyDraft = (): Draft => ({ fields: {}, short: {}, written: [] });

/** Whether there is anything to lose. */
export function isTyped({ fields, short, fix }: Draft): boolean {
  return Boolean(fix) || [...fieldNames.map((name) => fields[name]), ...Object.values(short)].some(Boolean);
}

export function loadDraft(): Draft {
  // The response to a form posted without the script: its contents have been sent.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (location.hash === `#${sentAnchor}` && visit?.type === 'navigate') clearDraft();
  try {
    return { ...emptyDraft(), ...JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') };
  } catch {
    // Storage may be blocked: then there is no draft.
    return emptyDraft();
  }
}

export function saveDraft(draft: Draft) {
  if (!isTyped(draft)) return clearDraft();
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // As above.
  }
}

export function clearDraft() {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // As above.
  }
}
