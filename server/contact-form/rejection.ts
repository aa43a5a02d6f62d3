import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Words } from '../../content/words/schema.ts';
import type { FieldErrorCodes } from '../../contract/contact-fields.ts';

interface RejectionKind {
  status: ContentfulStatusCode;
  /** The explanation that visitors without JavaScript see. */
  reason: keyof Words['rejection']['reasons'];
}

/** The reasons to reject a request. Clients rely on the codes, so never change them. */
const rejections = {
  bad_json: { status: 400, reason: 'bad_form' },
  bad_encoding: { status: 400, reason: 'bad_form' },
  bad_idempotency_key: { status: 400, reason: 'bad_form' },
  cross_origin: { status: 403, reason: 'cross_origin' },
  too_large: { status: 413, reason: 'too_large' },
  unsupported_type: { status: 415, reason: 'bad_form' },
  invalid: { status: 422, reason: 'invalid' },
  idempotency_mismatch: { status: 422, reason: 'bad_form' },
  slow_down: { status: 429, reason: 'slow_down' },
  unavailable: { status: 503, reason: 'unavailable' },
} as const satisfies Record<string, RejectionKind>;

type RejectionCode = keyof typeof rejections;

interface RejectionDetails {
  problems?: FieldErrorCodes;
  /** Seconds before the client should try again. */
  retryAfter?: number;
}

/** Stops processing a request. `receive` turns it into a response. */
export class Rejection extends Error {
  readonly code: RejectionCode;
  readonly kind: RejectionKind;
  readonly details: RejectionDetails;

  constructor(code: RejectionCode, details: RejectionDetails = {}) {
    super(code);
    this.code = code;
    this.kind = rejections[code];
    this.details = details;
  }
}
