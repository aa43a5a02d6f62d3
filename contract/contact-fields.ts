/** What browser and server agree on about the contact form: plain data, safe in the browser. */

/** The form is posted to the invocation URL of a Supabase function of this name (spec, section 7). */
export const functionsPath = '/functions/v1';
export const functionName = 'send-contact-email';
export const contactPath = `${functionsPath}/${functionName}`;

export const fieldNames = ['name', 'phone', 'email', 'service', 'message'] as const;
export type FieldName = (typeof fieldNames)[number];

/**
 * A control that people do not see. Programs that fill in whatever they find fill it in too; such a
 * request is taken like any other, but it reaches the owner among the collected ones.
 */
export const honeypotName = 'website';

/** The values the form sends for a service (spec, section 9). */
export const serviceValues = ['emergency', 'fleet', 'construction', 'diagnostic', 'preventive'] as const;
export type ServiceValue = (typeof serviceValues)[number];

/**
 * Greatest lengths in UTF-16 units, counted after line ends became LF and the ends were trimmed.
 * 254 is the longest address SMTP can carry (RFC 5321, 4.5.3.1.3, erratum 1690).
 */
export const limits = { name: 100, phone: 40, email: 254, message: 5000 } as const;

/** What a single-line field may not hold: it could break a line of the mail. */
export const controlCharacter = /\p{Cc}/u;

/** What can be wrong with a field; each has its sentence in content/words, under `form.problems`. */
export type Problem = 'missing' | 'tooLong' | 'malformed';

/** Ids of the contact section and of its outcome panel, on the landing page of each language. */
export const contactAnchor = 'contact';
export const sentAnchor = 'sent';
