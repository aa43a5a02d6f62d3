/** What browser and server agree on about the contact form: plain data, safe in the browser. */

import { type FormService, services } from '../content/services.ts';

/** The form posts to the invocation URL of a Supabase function of this name (spec, section 7). */
export const functionsPath = '/functions/v1';
export const functionName = 'send-contact-email';
export const contactPath = `${functionsPath}/${functionName}`;

/** The values the form sends for a service, in the order it offers them. */
export const serviceValues = services.filter(({ inForm }) => inForm).map(({ id }) => id as FormService);
export type ServiceValue = FormService;

export interface ContactField {
  /** The HTML element a visitor fills in. Only a textarea may hold more than one line. */
  control: 'input' | 'select' | 'textarea';
  /** Of an input. The browser checks the format of an email. */
  type?: 'text' | 'tel' | 'email';
  /** Of a select: the values that may be sent. */
  options?: readonly string[];
  /** Of a textarea: the lines it shows. */
  rows?: number;
  /** How the browser can fill the control in (HTML, "autofill detail tokens"). */
  autocomplete?: string;
  /** A field that is not required arrives as an empty text when it is left out. */
  required: boolean;
  /**
   * Greatest length in UTF-16 units, counted after line ends became LF and the ends were trimmed.
   * A select has none: its value must be one of its options.
   */
  limit?: number;
  /** Where the mail shows it: in the line that a phone previews, as the text, or as a labeled line. */
  mail: 'headline' | 'text' | 'line';
}

/**
 * Every field of a request, in the order of the form. Both forms, the schema, the columns of the store,
 * the mail and the digest are made from this table. A new field needs its record here and its words in
 * content/words (`form.labels`, `form.problems`, `form.intro`); each store adds its column when it opens.
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
    /** The longest address SMTP can carry (RFC 5321, 4.5.3.1.3, erratum 1690). */
    limit: 254,
    mail: 'line',
  },
  service: { control: 'select', options: serviceValues, required: true, mail: 'line' },
  message: { control: 'textarea', rows: 4, required: true, limit: 5000, mail: 'text' },
} as const satisfies Record<string, ContactField>;

export type FieldName = keyof typeof contactFields;
export const fieldNames = Object.keys(contactFields) as FieldName[];

/** The record of a field, with every property a field may have. */
export function fieldOf(name: FieldName): ContactField {
  return contactFields[name];
}

/** Fields whose length is limited. */
export type LimitedField = {
  [Name in FieldName]: (typeof contactFields)[Name] extends { limit: number } ? Name : never;
}[FieldName];

export const limits = Object.fromEntries(
  fieldNames.flatMap((name) => {
    const { limit } = fieldOf(name);
    return limit === undefined ? [] : [[name, limit]];
  }),
) as Record<LimitedField, number>;

/**
 * A control that people do not see. Programs that fill in whatever they find fill it in too; such a
 * request is accepted like any other, but it reaches the owner in the digest.
 */
export const honeypotName = 'website';

/** What a single-line field may not hold: it could break a line of the mail. */
export const controlCharacter = /\p{Cc}/u;

/**
 * What a required field must hold at least one of: neither white space nor a control, format or
 * combining character, nor one of those that show nothing at all (zero-width, fillers, blank braille).
 */
export const visibleCharacter = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What can be wrong with a field; each has its sentence in content/words, under `form.problems`. */
export type Problem = 'missing' | 'tooLong' | 'malformed';

/** Ids of the contact section and of its outcome panel, on the landing page of each language. */
export const contactAnchor = 'contact';
export const sentAnchor = 'sent';
