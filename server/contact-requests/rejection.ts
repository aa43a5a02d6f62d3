import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Words } from '../../content/words/en.ts';
import { mostKibibytes } from '../../contract/body-limit.ts';
import type { Problems } from '../../contract/contact-fields.ts';

interface RejectionKind {
  status: ContentfulStatusCode;
  title: string;
  /** The explanation a visitor without JavaScript sees. */
  reason: keyof Words['rejection']['reasons'];
  /** Seconds before it is worth trying again. */
  retryAfter?: number;
}

/** The reasons to reject a request. Clients rely on the codes: never change them. */
const rejections = {
  bad_json: { status: 400, title: 'The body is not a JSON object', reason: 'bad_form' },
  bad_encoding: { status: 400, title: 'The body is not UTF-8', reason: 'bad_form' },
  bad_form: { status: 400, title: 'The body is not a form with each name once', reason: 'bad_form' },
  bad_idempotency_key: {
    status: 400,
    title: 'The Idempotency-Key is not 1 to 255 printable ASCII characters',
    reason: 'bad_form',
  },
  cross_origin: { status: 403, title: 'Pages of that origin may not post here', reason: 'cross_origin' },
  too_large: { status: 413, title: `The body is larger than ${mostKibibytes} KiB`, reason: 'too_large' },
  unsupported_type: {
    status: 415,
    title: 'The body is neither plain JSON nor a form, without Content-Encoding',
    reason: 'bad_form',
  },
  invalid: { status: 422, title: 'Fields are missing or cannot be used', reason: 'invalid' },
  idempotency_mismatch: {
    status: 422,
    title: 'The Idempotency-Key was used for other content',
    reason: 'bad_form',
  },
  slow_down: { status: 429, title: 'Too many posts from this address', reason: 'slow_down' },
  unavailable: {
    status: 503,
    title: 'Requests cannot be kept at this moment',
    reason: 'unavailable',
    retryAfter: 60,
  },
} as const satisfies Record<string, RejectionKind>;

type RejectionCode = keyof typeof rejections;

interface RejectionDetails {
  problems?: Problems;
  /** Seconds; overrides the default of the kind. */
  retryAfter?: number;
}

/** Stops processing a request; `receive` turns it into a response. */
export class Rejection extends Error {
  readonly code: RejectionCode;
  readonly kind: RejectionKind;
  readonly problems: Problems;
  readonly retryAfter: number | undefined;

  constructor(code: RejectionCode, { problems = {}, retryAfter }: RejectionDetails = {}) {
    super(code);
    this.code = code;
    this.kind = rejections[code];
    this.problems = problems;
    this.retryAfter = retryAfter ?? this.kind.retryAfter;
  }
}
