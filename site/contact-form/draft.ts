import type { Fix } from '../position/describe-position.ts';

/** A stored draft longer than this was not written by this form. */
const longestStored = 100_000;

type Texts = Readonly<Record<string, string>>;

/** Everything typed, chosen or located. Saved in `sessionStorage`, never `localStorage`: phones are shared. */
export interface Draft {
  /** The five fields, as typed. */
  readonly fields: Texts;
  /** Answers that go with the message as lines, by question. */
  readonly answers: Texts;
  /** The phone's position, and the highway that matches it. */
  readonly location?: Fix | undefined;
  /** A link chose the service, so another link may change it. */
  readonly serviceByLink?: boolean | undefined;
  /** The last content sent and its idempotency key: resending it after a reload is still one request. */
  readonly sent?: { readonly content: string; readonly key: string } | undefined;
}

/**
 * What each part of a stored draft must be. Every part may be missing, so that an older release's draft keeps
 * what is still known.
 */
const schema: Record<keyof Draft, (part: unknown) => boolean> = {
  fields: isTexts,
  answers: isTexts,
  location: (part) => {
    const { latitude, longitude, accuracyMeters, time, highway } = Object(part);
    return (
      [latitude, longitude, accuracyMeters, time].every(Number.isFinite) &&
      ['string', 'undefined'].includes(typeof highway)
    );
  },
  serviceByLink: (part) => typeof part === 'boolean',
  sent: isTexts,
};

function isTexts(part: unknown) {
  return (
    typeof part === 'object' &&
    part !== null &&
    Object.values(part).every((value) => typeof value === 'string')
  );
}

export const emptyDraft: Draft = { fields: {}, answers: {} };

/** Whether there is anything to lose. */
export function isTyped({ fields, answers, location }: Draft): boolean {
  return Boolean(location) || [...Object.values(fields), ...Object.values(answers)].some(Boolean);
}

/** A stored draft. Anything else, whatever it is, is an empty one. */
export function parseDraft(stored: string | null): Draft {
  if (!stored || stored.length > longestStored) return emptyDraft;
  try {
    const parsed = Object(JSON.parse(stored));
    const parts = (Object.keys(schema) as (keyof Draft)[]).filter((part) => parsed[part] !== undefined);
    if (!parts.every((part) => schema[part](parsed[part]))) return emptyDraft;
    return { ...emptyDraft, ...Object.fromEntries(parts.map((part) => [part, parsed[part]])) };
  } catch {
    // Not JSON.
    return emptyDraft;
  }
}

/**
 * The draft with a key for its content: the same key for the same content, so that resending it cannot create
 * a second request; a new key after any change.
 */
export function withKey(draft: Draft, content: string): Draft & { sent: { content: string; key: string } } {
  if (draft.sent?.content === content) return { ...draft, sent: draft.sent };
  // Not randomUUID: it only exists on https and localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { ...draft, sent: { content, key } };
}
