import * as v from 'valibot';
import { defaultLanguage, type Language, languages } from '../../content/languages.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';

/** Milliseconds, as the nearest date that JavaScript knows. */
export const date = v.pipe(
  v.number(),
  v.transform((milliseconds) => new Date(Math.max(-8.64e15, Math.min(milliseconds, 8.64e15)))),
);

export const flag = v.pipe(
  v.number(),
  v.transform((stored) => stored === 1),
);

/** A row of `requestColumns`. */
export const requestRow = {
  requestId: v.number(),
  reference: v.string(),
  /** As stored: the service may be one that content/ no longer has. */
  fields: v.pipe(v.string(), v.transform(knownFields)),
  /** What other versions of the contract have in addition, unless it is empty. */
  otherFields: v.pipe(v.string(), v.transform(otherFields)),
  /** The site may have dropped the language since. */
  language: v.fallback(v.picklist(Object.keys(languages) as Language[]), defaultLanguage),
  receivedAt: date,
  honeypotFilled: flag,
};

const requestSchema = v.object(requestRow);
export type StoredRequest = v.InferOutput<typeof requestSchema>;

export const requestColumns = `requests.id as "requestId", reference, fields, fields as "otherFields", language,
  received_at as "receivedAt", honeypot_filled as "honeypotFilled"`;

function knownFields(stored: string): ContactRequest {
  const fields = readFields(stored);
  return Object.fromEntries(fieldNames.map((name) => [name, fields[name] ?? ''])) as ContactRequest;
}

function otherFields(stored: string): Record<string, string> {
  const names: readonly string[] = fieldNames;
  const others = Object.entries(readFields(stored)).filter(([name, text]) => !names.includes(name) && text);
  return Object.fromEntries(others);
}

/** A row that is damaged must not stop the others: its text is shown as it is. */
function readFields(stored: string): Record<string, string> {
  try {
    return v.parse(v.record(v.string(), v.string()), JSON.parse(stored));
  } catch {
    return { damaged: stored };
  }
}
