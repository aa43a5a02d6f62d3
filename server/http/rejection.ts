import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Words } from '../../content/words/schema.ts';
import type { FieldErrorCodes } from '../../contract/contact-fields.ts';

interface RejectionKind {
  status: ContentfulStatusCode;
  /** The explanation that visitors see if their form was posted without our script. */
  reason: keyof Words['rejection']['reasons'];
}

/** The reasons to reject a post. Clients rely on the codes, so never change them. */
const rejections = {
  /** The body is not a JSON object. */
  bad_json: { status: 400, reason: 'bad_form' },
  /** The body is not UTF-8. */
  bad_encoding: { status: 400, reason: 'bad_form' },
  /** The `Idempotency-Key` is empty, too long, or not printable ASCII. */
  bad_idempotency_key: { status: 400, reason: 'bad_form' },
  /** The post comes from another site's page. */
  cross_origin: { status: 403, reason: 'cross_origin' },
  /** The body is longer than `maxBodyKibibytes`. */
  too_large: { status: 413, reason: 'too_large' },
  /** The body is compressed, or neither JSON nor a URL-encoded form. */
  unsupported_type: { status: 415, reason: 'bad_form' },
  /** A field is wrong. `fields` in the problem document says how. */
  invalid: { status: 422, reason: 'invalid' },
  /** The `Idempotency-Key` was used before, with different content. */
  idempotency_mismatch: { status: 422, reason: 'bad_form' },
  /** The client posts too often. `Retry-After` has the seconds to wait. */
  slow_down: { status: 429, reason: 'slow_down' },
  /** The store failed, or took over 5 s. `Retry-After` has the seconds to wait. */
  unavailable: { status: 503, reason: 'unavailable' },
} as const satisfies Record<string, RejectionKind>;

type RejectionCode = keyof typeof rejections;

interface RejectionDetails {
  errorCodes?: FieldErrorCodes;
  /** Seconds before the client should try again. */
  retryAfterSeconds?: number;
}

/** Stops processing a post. `receive` or `handleApiErrors` turns this error into a response. */
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
