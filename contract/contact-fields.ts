/** The contact form's contract between browser and server. It contains no server code, so browsers can load it. */

import { type FormService, services } from '../content/services.ts';
import { extractAddress } from './extract-address.ts';
import { trimLine } from './trim-line.ts';

export const functionsPath = '/functions/v1';
/** The form posts to the URL of a Supabase function with this name (point 7 in tests/specification.test.ts). */
export const contactFunctionName = 'send-contact-email';
export const contactPath = `${functionsPath}/${contactFunctionName}`;

/**
 * A header in the endpoint's responses. A captive portal, filter, or proxy may respond instead, even with a 200, but
 * doesn't know the header. The browser therefore looks for `accepted` rather than a 200.
 */
export const outcomeHeader = {
  name: 'Contact-Request',
  accepted: 'accepted',
  notAccepted: 'not accepted',
};

/** The values that the form sends for services, in the order of its list. */
export const serviceValues = services.filter(({ inForm }) => inForm).map(({ id }) => id as FormService);
export type ServiceValue = FormService;

export interface ContactField {
  /** The HTML element. Only a textarea may contain more than one line. */
  control: 'input' | 'select' | 'textarea';
  /** The type of an input. */
  type?: 'text' | 'tel' | 'email';
  /** The allowed values of a select. */
  options?: readonly string[];
  /** The visible lines of a textarea. */
  rows?: number;
  /** Autofill tokens (HTML, "autofill detail tokens"). */
  autocomplete?: string;
  /** An optional field that is left out becomes an empty string. */
  required: boolean;
  /**
   * Maximum length in UTF-16 units, after normalizing line breaks to LF and trimming. A select has no limit, because
   * its value must be one of its options.
   */
  limit?: number;
  /** How the email shows the field: in the line that phones preview, as the text, or as a labeled line. */
  mail: 'headline' | 'text' | 'line';
}

/**
 * Every field of a request, in form order. The form, the schema, the stored fields, and the emails are derived from
 * this table. A new field needs an entry here and words in content/words (`form.labels`, `form.problems`,
 * `form.intro`).
 */
export const contactFields = {
  name: {
    control: 'input',
    type: 'text',
    autocomplete: 'name',
    required: true,
    limit: 100,
    mail: 'headline',
  },
  phone: {
    control: 'input',
    type: 'tel',
    autocomplete: 'tel',
    required: true,
    limit: 40,
    mail: 'headline',
  },
  email: {
    control: 'input',
    type: 'email',
    autocomplete: 'email',
    required: true,
    /** The longest email address that SMTP allows (RFC 5321, 4.5.3.1.3, erratum 1690). */
    limit: 254,
    mail: 'line',
  },
  service: { control: 'select', options: serviceValues, required: true, mail: 'line' },
  message: { control: 'textarea', rows: 4, required: true, limit: 5000, mail: 'text' },
} as const satisfies Record<string, ContactField>;

export type FieldName = keyof typeof contactFields;
export const fieldNames = Object.keys(contactFields) as FieldName[];

/** Returns a field's entry, typed with all optional properties. */
export function getField(name: FieldName): ContactField {
  return contactFields[name];
}

/**
 * The name of a control that people can't see but bots may fill in. If it is filled, the server still accepts the
 * request, but marks it and usually sends it after all others. Chromium, Firefox, and Bitwarden don't autofill this
 * name.
 */
export const honeypotName = 'topic';

/** Normalizes a field's value before it is validated. */
export function normalizeValue({ control, type }: ContactField, value: string): string {
  const text = replaceLoneSurrogates(value).replace(/\r\n?/g, '\n');
  if (control === 'textarea') {
    return text.trim();
  }
  // Text pasted from a phone's contacts or an office program may begin or end with invisible characters.
  if (type !== 'email') {
    return trimLine(text);
  }
  // Programs also put invisible characters into an email address, and text around it.
  return extractAddress(trimLine(text.replace(/[\p{DI}\ufff9-\ufffc]/gu, '')));
}

/**
 * Replaces lone surrogates, which are halves of a character, with U+FFFD. Chrome 110, Safari 16.3, and Firefox 118 lack
 * `toWellFormed`, which does the same.
 */
export const replaceLoneSurrogates = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

/**
 * The browsers' rule (HTML, "valid email address"), extended to letters of any script before the "@" (RFC 6531) and in
 * the domain (RFC 5890). A domain label has at most 63 characters and doesn't begin or end with a hyphen.
 */
export const emailAddress =
  /^[\p{L}\p{M}\p{N}_.!#$%&'*+/=?^`{|}~-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?:\.(?!$)|$))+$/u;

/** A control character. Single-line fields can't contain these, because they could break a line of the email. */
export const controlCharacter = /\p{Cc}/u;

/**
 * A visible character. A required field needs at least one. White space, control, format, and combining characters
 * don't count, and other invisible characters (zero-width, fillers, blank braille) don't either.
 */
export const visibleCharacter = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{DI}\u2800]/u;

/** Validation errors. Each has a sentence in content/words, under `form.problems`. */
export type FieldErrorCode = 'missing' | 'tooLong' | 'malformed';
export type FieldErrorCodes = Partial<Record<FieldName, FieldErrorCode>>;
