import * as v from 'valibot';
import { defaultLanguage, type Language, languages } from '../../content/languages.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import type { ListedRequest } from './request-store.ts';

/**
 * Text in PostgreSQL and in SQLite's JSON cannot contain U+0000, but a message can. U+FFFF is a noncharacter
 * that nobody types except in tests, so it serves as the escape character. Everything else is stored
 * unchanged, but for half of a surrogate pair, which UTF-8 cannot hold.
 */
const escapes = { '\0': '\uffff0', '\uffff': '\uffff1' } as const;

/** The fields' columns. Quoted: PostgreSQL reads a bare `unitNumber` as `unitnumber`. */
export const fieldColumns = fieldNames.map((name) => `"${name}"`);

export function toColumns(fields: ContactRequest): Record<string, string> {
  return Object.fromEntries(
    fieldNames.map((name) => [
      name,
      fields[name].toWellFormed().replace(/[\0\uffff]/g, (found) => escapes[found as '\0']),
    ]),
  );
}

const text = v.pipe(
  v.string(),
  v.transform((stored) =>
    stored.replace(/\uffff[01]/g, (found) => (found === escapes['\0'] ? '\0' : '\uffff')),
  ),
);

/** A request's columns as `select requests.*` returns them. */
export const requestColumns = v.object({
  reference: v.string(),
  received_at: v.number(),
  // The site may have dropped the language since.
  language: v.fallback(v.picklist(Object.keys(languages) as Language[]), defaultLanguage),
  ...(Object.fromEntries(fieldNames.map((name) => [name, text])) as Record<
    keyof ContactRequest,
    typeof text
  >),
});

/** Those and what marks a request wherever one is listed. */
export const listedColumns = v.object({
  ...requestColumns.entries,
  id: v.number(),
  honeypot_filled: v.number(),
});

export function listedRequest(row: v.InferOutput<typeof listedColumns>): ListedRequest {
  return { ...requestOf(row), requestId: row.id, honeypotFilled: row.honeypot_filled === 1 };
}

/** What a request's columns say. A service that the owner has dropped since keeps its stored name. */
export function requestOf(row: v.InferOutput<typeof requestColumns>) {
  const fields = Object.fromEntries(fieldNames.map((name) => [name, row[name]])) as ContactRequest;
  return { reference: row.reference, fields, language: row.language, receivedAt: new Date(row.received_at) };
}
