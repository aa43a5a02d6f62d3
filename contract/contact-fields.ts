/** The contact form's contract between browser and server: plain data, safe in the browser. */

import { type FormService, services } from '../content/services.ts';
import { addressIn } from './address-in.ts';
import { trimmedLine } from './trimmed-line.ts';

/** The form posts to the invocation URL of a Supabase function of this name (point 7 in tests/specification.test.ts). */
export const functionsPath = '/functions/v1';
export const functionName = 'send-contact-email';
export const contactPath = `${functionsPath}/${functionName}`;

/**
 * The function sends this header with every response. A captive portal, a filter or a proxy may answer in its
 * place, even with a 200, but does not know the header. So the browser looks for `accepted`, not for a 200.
 */
export const outcomeHeader = {
  name: 'Contact-Request',
  accepted: 'accepted',
  notAccepted: 'not accepted',
};

/** The values that the form sends for a service, in the order it lists them. */
export const serviceValues = services.filter(({ inForm }) => inForm).map(({ id }) => id as FormService);
export type ServiceValue = FormService;

export interface ContactField {
  /** The HTML element. Only a textarea may contain more than one line. */
  control: 'input' | 'select' | 'textarea';
  /** For an input: its type. */
  type?: 'text' | 'tel' | 'email';
  /** For a select: the allowed values. */
  options?: readonly string[];
  /** For a textarea: its visible lines. */
  rows?: number;
  /** Autofill tokens (HTML, "autofill detail tokens"). */
  autocomplete?: string;
  /** An optional field that is left out becomes an empty string. */
  required: boolean;
  /**
   * Maximum length in UTF-16 units, after normalizing line breaks to LF and trimming. Not for a select, whose
   * value must be one of its options.
   */
  limit?: number;
  /** Where the email shows it: in the line that a phone previews, as the text, or as a labeled line. */
  mail: 'headline' | 'text' | 'line';
}

/**
 * Every field of a request, in form order. Both forms, the schema, what the store keeps and the emails
 * are derived from this table. A new field needs an entry here and words in content/words
 * (`form.labels`, `form.problems`, `form.intro`).
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
    /** The longest email address SMTP allows (RFC 5321, 4.5.3.1.3, erratum 1690). */
    limit: 254,
    mail: 'line',
  },
  service: { control: 'select', options: serviceValues, required: true, mail: 'line' },
  message: { control: 'textarea', rows: 4, required: true, limit: 5000, mail: 'text' },
} as const satisfies Record<string, ContactField>;

export type FieldName = keyof typeof contactFields;
export const fieldNames = Object.keys(contactFields) as FieldName[];

/** A field's entry, with all optional properties. */
export function fieldOf(name: FieldName): ContactField {
  return contactFields[name];
}

/**
 * A control that people cannot see but bots fill in. Such a request is accepted like any other, but marked, and
 * usually sent after all others. The name is none of those that Chromium, Firefox and Bitwarden fill in.
 */
export const honeypotName = 'topic';

/**
 * A field's value as it is checked and sent. Text pasted from a phone's contacts or an office program may
 * begin or end with invisible characters. A line loses these. An email address also loses those inside it, and what
 * programs put around it.
 */
export function normalizedValue({ control, type }: ContactField, value: string): string {
  const text = wellFormed(value).replace(/\r\n/g, '\n');
  if (control === 'textarea') {
    return text.trim();
  }
  if (type !== 'email') {
    return trimmedLine(text);
  }
  return addressIn(trimmedLine(text.replace(/[\p{DI}\ufff9-\ufffc]/gu, '')));
}

/**
 * Text whose lone surrogates, halves of a character, are replaced with U+FFFD, as `toWellFormed` does. Chrome 110,
 * Safari 16.3 and Firefox 118 lack that.
 */
export const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

/**
 * The browsers' rule (HTML, "valid email address"), with letters of any script before the "@" (RFC 6531) and in the domain
 * (RFC 5890): labels of at most 63 characters that neither begin nor end with a hyphen.
 */
export const emailAddress =
  /^[\p{L}\p{M}\p{N}_.!#$%&'*+/=?^`{|}~-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?:\.(?!$)|$))+$/u;

/** Not allowed in single-line fields: it could break a line of the email. */
export const controlCharacter = /\p{Cc}/u;

/**
 * A required field needs at least one visible character: not white space, not a control, format or combining
 * character, and nothing else that is invisible (zero-width, fillers, blank braille).
 */
export const visibleCharacter = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{DI}\u2800]/u;

/** Validation errors; each has a sentence in content/words, under `form.problems`. */
export type Problem = 'missing' | 'tooLong' | 'malformed';
export type Problems = Partial<Record<FieldName, Problem>>;
