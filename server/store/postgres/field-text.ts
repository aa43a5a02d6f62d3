import { fieldNames } from '../../../contract/contact-fields.ts';
import type { ContactRequest } from '../../../contract/contact-request.ts';

/**
 * PostgreSQL's text cannot hold U+0000, and a visitor's message can. U+FFFF is no character, so nothing
 * but a test types it: it begins an escape, and everything else is stored as it is.
 */
const escapes = { '\0': '\uffff0', '\uffff': '\uffff1' } as const;

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
