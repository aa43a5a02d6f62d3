import * as v from 'valibot';
import { controlCharacter, type FieldName, limits, type Problem, serviceValues } from './contact-fields.ts';

const text = v.pipe(
  v.string('missing' satisfies Problem),
  v.transform((value) => value.toWellFormed().replaceAll('\r\n', '\n').trim()),
  v.nonEmpty('missing' satisfies Problem),
);

const line = v.pipe(
  text,
  v.check((value) => !controlCharacter.test(value), 'malformed' satisfies Problem),
);

const tooLong = 'tooLong' satisfies Problem;

/**
 * A contact request as it is kept: trimmed, line ends LF, within the limits. Any phone that is
 * not blank is taken: a driver is never refused over a format. `rfcEmail` is the browser's own
 * check (HTML, "valid email address"); unknown keys are dropped.
 */
const ContactRequestSchema = v.object(
  {
    name: v.pipe(line, v.maxLength(limits.name, tooLong)),
    phone: v.pipe(line, v.maxLength(limits.phone, tooLong)),
    email: v.pipe(line, v.maxLength(limits.email, tooLong), v.rfcEmail('malformed' satisfies Problem)),
    service: v.pipe(text, v.picklist(serviceValues, 'malformed' satisfies Problem)),
    message: v.pipe(text, v.maxLength(limits.message, tooLong)),
  },
  // valibot reports an absent key with the message of the object, not with that of the field.
  'missing' satisfies Problem,
);

export type ContactRequest = v.InferOutput<typeof ContactRequestSchema>;

export type Problems = Partial<Record<FieldName, Problem>>;

/** Reads what was sent. `problems` names each field that fails, with the first thing wrong with it. */
export function readContactRequest(
  sent: Record<string, unknown>,
): { request: ContactRequest } | { problems: Problems } {
  const result = v.safeParse(ContactRequestSchema, sent, { abortPipeEarly: true });
  if (result.success) {
    return { request: result.output };
  } else {
    const problems: Problems = {};
    for (const issue of result.issues) {
      const field = issue.path?.[0].key as FieldName;
      problems[field] = issue.message as Problem;
    }
    return { problems };
  }
}
