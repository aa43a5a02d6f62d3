import * as v from 'valibot';
import { defaultLanguage, type Language, languages } from '../../content/languages.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';

export interface StoredRequest {
  requestId: number;
  reference: string;
  /** As stored: the service may be one that content/ no longer has. */
  fields: ContactRequest;
  /** What other versions of the contract have in addition, unless it is empty. */
  otherFields: Record<string, string>;
  language: Language;
  receivedAt: Date;
  honeypotFilled: boolean;
}

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

function unescaped(stored: string): string {
  return stored.replace(/\uffff[01]/g, (found) => (found === escapes['\0'] ? '\0' : '\uffff'));
}

/** Columns of `requests` that a visitor did not fill in. Those of deliveries are selected as `delivery_…`. */
const ownColumns =
  /^(id|reference|received_at|language|honeypot_filled|emergency|idempotency_key|content_hash|repeats|client|network|turn|done_at|taken_at|taken_by|delivery_.*)$/;

/** Whether a column of `requests` holds a field that this version of the contract does not have. */
export function isUnknownField(column: string): boolean {
  return !ownColumns.test(column) && !(fieldNames as readonly string[]).includes(column);
}

/** A row as `select requests.*` returns it. */
export const anyRow = v.record(v.string(), v.unknown());
export type AnyRow = v.InferOutput<typeof anyRow>;

/** Takes a value that should not be there as well as it can: one bad row must not stop the others. */
export function storedRequest(row: AnyRow): StoredRequest {
  const textIn = (name: string) => unescaped(String(row[name] ?? ''));
  const others = Object.keys(row).filter((name) => isUnknownField(name) && textIn(name) !== '');
  // The site may have dropped the language since.
  const language = Object.keys(languages).find((name) => name === row.language) ?? defaultLanguage;
  return {
    requestId: Number(row.id),
    reference: String(row.reference),
    fields: Object.fromEntries(fieldNames.map((name) => [name, textIn(name)])) as ContactRequest,
    otherFields: Object.fromEntries(others.map((name) => [name, textIn(name)])),
    language: language as Language,
    receivedAt: dateOf(row.received_at),
    honeypotFilled: row.honeypot_filled === 1,
  };
}

/** The nearest that JavaScript knows. */
export function dateOf(milliseconds: unknown): Date {
  return new Date(Math.max(-8.64e15, Math.min(Number(milliseconds), 8.64e15)));
}
