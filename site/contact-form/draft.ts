import { fieldNames } from '../../contract/contact-fields.ts';
import { type Fix, usableFix } from '../position/describe-position.ts';

/** A stored draft longer than this was not written by this form. */
const longestStored = 100_000;

type Texts = Readonly<Record<string, string>>;

/** Everything typed, chosen or located. Saved in `sessionStorage`, never `localStorage`: phones are shared. */
export interface Draft {
  /** The five fields, as typed. */
  readonly fields: Texts;
  /** Answers that go with the message as lines, by question. */
  readonly answers: Texts;
  /** The phone's position. */
  readonly location?: Fix | undefined;
  /** A link chose the service, so another link may change it. */
  readonly serviceByLink?: boolean | undefined;
  /** The last content sent and its idempotency key: resending it after a reload is still one request. */
  readonly sent?: { readonly content: string; readonly key: string } | undefined;
}

export const emptyDraft: Draft = { fields: {}, answers: {} };

/** Whether there is anything to lose. */
export function isTyped({ fields, answers, location }: Draft): boolean {
  return Boolean(location) || [...Object.values(fields), ...Object.values(answers)].some(Boolean);
}

/** What can be used of a stored draft, part by part: a bad one never costs the rest. */
export function parseDraft(stored: string | null): Draft {
  if (!stored || stored.length > longestStored) {
    return emptyDraft;
  }
  try {
    const { fields, answers, location, serviceByLink, sent } = Object(JSON.parse(stored));
    const { content, key } = textsIn(sent);
    return {
      fields: textsIn(fields, fieldNames),
      answers: textsIn(answers),
      location: usableFix(location),
      serviceByLink: serviceByLink === true || undefined,
      sent: content !== undefined && key !== undefined ? { content, key } : undefined,
    };
  } catch {
    // Not JSON.
    return emptyDraft;
  }
}

function textsIn(part: unknown, names?: readonly string[]): Texts {
  if (typeof part !== 'object') {
    return {};
  }
  return Object.fromEntries(
    Object.entries(part ?? {}).filter(
      ([name, value]) => typeof value === 'string' && (names?.includes(name) ?? true),
    ),
  );
}

/**
 * The draft with a key for its content: the same key for the same content, so that resending it cannot create
 * a second request; a new key after any change.
 */
export function withKey(draft: Draft, content: string): Draft & { sent: { content: string; key: string } } {
  if (draft.sent?.content === content) {
    return { ...draft, sent: draft.sent };
  }
  // Not randomUUID: it only exists on https and localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { ...draft, sent: { content, key } };
}
