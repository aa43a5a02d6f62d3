import * as v from 'valibot';
import { defaultLanguage, type Language, languages } from '../../content/languages.ts';
import { type FieldName, fieldNames, fieldOf } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { flag } from '../queue/transaction.ts';

export const date = v.pipe(v.number(), v.toDate());

/** A row of `requestColumns`. A damaged value must not stop the request. */
export const requestRow = v.object({
  requestId: v.number(),
  /** No reference has small letters. */
  reference: v.fallback(v.string(), 'damaged'),
  /** As stored: the service may be one that content/ no longer has. */
  fields: v.pipe(v.fallback(v.string(), ''), v.transform(readFields)),
  /** The site may have dropped the language since. */
  language: v.fallback(v.picklist(Object.keys(languages) as Language[]), defaultLanguage),
  receivedAt: v.fallback(date, new Date(0)),
  honeypotFilled: flag,
});

export type StoredRequest = v.InferOutput<typeof requestRow>;

export const requestColumns = `requests.id as "requestId", reference, fields, language,
  received_at as "receivedAt", honeypot_filled as "honeypotFilled"`;

/** What only another version of the contract has is shown after the message, and so is a row that is damaged. */
function readFields(stored: string): ContactRequest {
  const { success, output } = v.safeParse(storedFields, stored);
  const all: Record<string, string> = success ? output : { damaged: stored };
  const fields = Object.fromEntries(fieldNames.map((name) => [name, readField(name, all)])) as ContactRequest;
  const others = Object.entries(all).filter(([name, text]) => !Object.hasOwn(fields, name) && text);
  const message = [fields.message, ...others.map(([name, text]) => `${name}: ${text}`)].join('\n').trim();
  return others.length > 0 ? { ...fields, message } : fields;
}

/** The contract allows line breaks in a textarea alone, but somebody may have changed the file. */
function readField(name: FieldName, all: Record<string, string>): string {
  const text = Object.hasOwn(all, name) ? (all[name] ?? '') : '';
  return fieldOf(name).control === 'textarea' ? text : text.replace(/[\r\n]+/g, ' ');
}

const storedFields = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));
