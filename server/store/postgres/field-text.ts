import { fieldNames } from '../../../contract/contact-fields.ts';
import type { ContactRequest } from '../../../contract/contact-request.ts';

/**
 * PostgreSQL text cannot contain U+0000, but a message can. U+FFFF is a noncharacter that nobody types except
 * in tests, so it serves as the escape character. Everything else is stored unchanged.
 */
const escapes = { '\0': '\uffff0', '\uffff': '\uffff1' } as const;

/** The fields' columns. Quoted: PostgreSQL reads a bare `unitNumber` as `unitnumber`. */
export const fieldColumns = fieldNames.map((name) => `"${name}"`);

export function toColumns(fields: ContactRequest): string[] {
  return fieldNames.map((name) => fields[name].replace(/[\0\uffff]/g, (found) => escapes[found as '\0']));
}

export function fromColumns(row: ContactRequest): ContactRequest {
  const entries = fieldNames.map((name) => [name, restored(row[name])]);
  return Object.fromEntries(entries) as ContactRequest;
}

function restored(text: string): string {
  return text.replace(/\uffff[01]/g, (found) => (found === escapes['\0'] ? '\0' : '\uffff'));
}
