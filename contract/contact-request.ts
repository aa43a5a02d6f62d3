import * as v from 'valibot';
import {
  type ContactField,
  type contactFields,
  controlCharacter,
  emailAddress,
  type FieldErrorCode,
  type FieldErrorCodes,
  type FieldName,
  fieldNames,
  getField,
  normalizeValue,
  visibleCharacter,
} from './contact-fields.ts';

/**
 * A normalized contact request: its values are trimmed, use LF line breaks, and are within the limits. Omitted fields
 * are ''. A stored request may break newer limits.
 */
export type ContactRequest = {
  [Name in FieldName]: (typeof contactFields)[Name] extends { options: readonly (infer Value)[] }
    ? Value
    : string;
};

/** Validates a posted form and drops unknown keys. `errorCodes` contains the first error of each invalid field. */
export function parseContactRequest(
  sent: Record<string, unknown>,
): { request: ContactRequest } | { errorCodes: FieldErrorCodes } {
  const result = v.safeParse(contactRequestSchema, sent, { abortPipeEarly: true });
  if (result.success) {
    return { request: result.output as ContactRequest };
  } else {
    const errorCodes: FieldErrorCodes = {};
    for (const issue of result.issues) {
      errorCodes[issue.path?.[0]?.key as FieldName] = issue.message as FieldErrorCode;
    }
    return { errorCodes };
  }
}

const missing = 'missing' satisfies FieldErrorCode;
const tooLong = 'tooLong' satisfies FieldErrorCode;
const malformed = 'malformed' satisfies FieldErrorCode;

/** Creates a field's schema. A phone number may have any format, so that no driver has to guess one. */
export function createFieldSchema(field: ContactField) {
  const { control, type, options, required, limit } = field;
  const text = v.pipe(
    v.string(required ? missing : malformed),
    v.transform((value) => normalizeValue(field, value)),
    v.check((value) => !required || visibleCharacter.test(value), missing),
    // NUL would end the string in C programs.
    v.transform((value) => (control === 'textarea' ? value.replaceAll('\0', '') : value)),
    v.check((value) => control === 'textarea' || !controlCharacter.test(value), malformed),
    v.maxLength(limit ?? Number.POSITIVE_INFINITY, tooLong),
    v.check((value) => value === '' || !options || options.includes(value), malformed),
    v.check((value) => value === '' || type !== 'email' || emailAddress.test(value), malformed),
  );
  return required ? text : v.nullish(text, '');
}

const contactRequestSchema = v.object(
  Object.fromEntries(fieldNames.map((name) => [name, createFieldSchema(getField(name))])),
  // For a missing key, valibot uses the object's message instead of the field's.
  missing,
);
