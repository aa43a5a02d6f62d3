import { fieldNames } from '../../contract/contact-fields.ts';
import { type Position, parsePosition } from '../position/describe-position.ts';

/** The limit in characters. A longer stored draft is ignored, because a valid request is much shorter. */
const maxStoredLength = 100_000;

type Texts = Readonly<Record<string, string>>;

/**
 * The visitor's input and choices in the form, and the phone's position. Drafts are saved in `sessionStorage`,
 * never in `localStorage`, because people share phones.
 */
export interface Draft {
  /** The contact fields, as typed. */
  readonly fields: Texts;
  /** Answers by question ID. The chosen service's answers become lines of the message. */
  readonly answers: Texts;
  readonly position?: Position | undefined;
  /** Whether a link chose the service. If so, another link may change it. */
  readonly serviceByLink?: boolean | undefined;
  /** The last content sent and its idempotency key. With this key, resending it after a reload is still one request. */
  readonly sent?: { readonly content: string; readonly key: string } | undefined;
}

export const emptyDraft: Draft = { fields: {}, answers: {} };

/** Whether the draft contains anything that the visitor could lose. */
export function hasContent({ fields, answers, position }: Draft): boolean {
  return Boolean(position) || Object.values({ ...fields, ...answers }).some(Boolean);
}

/** Returns the usable parts of a stored draft. A bad part doesn't discard the rest. */
export function parseDraft(stored: string | null): Draft {
  if (!stored || stored.length > maxStoredLength) {
    return emptyDraft;
  }
  try {
    const { fields, answers, position, serviceByLink, sent } = Object(JSON.parse(stored));
    const { content, key } = filterTexts(sent);
    return {
      fields: filterTexts(fields, fieldNames),
      answers: filterTexts(answers),
      position: parsePosition(position),
      serviceByLink: serviceByLink === true || undefined,
      sent: content !== undefined && key !== undefined ? { content, key } : undefined,
    };
  } catch {
    // Not JSON.
    return emptyDraft;
  }
}

function filterTexts(part: unknown, names?: readonly string[]): Texts {
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
 * Adds an idempotency key for the content. If the content is the same as last time, it keeps its key, so resending it
 * creates no second request. Otherwise, it gets a new key.
 */
export function addIdempotencyKey(
  draft: Draft,
  content: string,
): Draft & { sent: { content: string; key: string } } {
  if (draft.sent?.content === content) {
    return { ...draft, sent: draft.sent };
  }
  // `randomUUID` would be shorter, but it only exists in secure contexts, like pages on HTTPS.
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-');
  return { ...draft, sent: { content, key } };
}
