import * as v from 'valibot';
import { defaultLanguage, type Language, languages } from '../../content/languages.ts';
import { type FieldName, fieldNames, getField } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { flagColumn } from '../queue/transaction.ts';

export const dateColumn = v.pipe(v.number(), v.toDate());

/** A row of `requestColumns`. A damaged value must not make the whole request unreadable. */
export const requestRow = v.object({
  requestId: v.number(),
  /** The fallback can't be a real reference, because those have no lowercase letters. */
  reference: v.fallback(v.string(), 'damaged'),
  /** The stored fields (`parseFields`). The service may no longer exist in content/. */
  fields: v.pipe(v.fallback(v.string(), ''), v.transform(parseFields)),
  /** The site may no longer have this language. */
  language: v.fallback(v.picklist(Object.keys(languages) as Language[]), defaultLanguage),
  receivedAt: v.fallback(dateColumn, new Date(0)),
  honeypotFilled: flagColumn,
});

/** A request as the visitor posted it, with its ID and reference. */
export type StoredRequest = v.InferOutput<typeof requestRow>;

export const requestColumns = `requests.id as "requestId", reference, fields, language,
  received_at as "receivedAt", honeypot_filled as "honeypotFilled"`;

/** Parses stored fields. Appends unreadable text, and fields that this version doesn't know, to the message. */
function parseFields(stored: string): ContactRequest {
  const { success, output } = v.safeParse(storedFields, stored);
  const values: Record<string, string> = success ? output : { damaged: stored };
  const fields = Object.fromEntries(
    fieldNames.map((name) => [name, getCleanField(name, values)]),
  ) as ContactRequest;
  const unknownFields = Object.entries(values).filter(([name, text]) => !Object.hasOwn(fields, name) && text);
  const message = [fields.message, ...unknownFields.map(([name, text]) => `${name}: ${text}`)]
    .join('\n')
    .trim();
  return unknownFields.length > 0 ? { ...fields, message } : fields;
}

/**
 * Returns a field. Replaces line breaks in single-line fields: the contract forbids them, but somebody may have edited
 * the database.
 */
function getCleanField(name: FieldName, values: Record<string, string>): string {
  const text = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
  return getField(name).control === 'textarea' ? text : text.replace(/[\r\n]+/g, ' ');
}

const storedFields = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));
