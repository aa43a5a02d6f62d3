import { fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';

/** A valid request. The words are canaries: they may appear in an email, never in a log. */
export const exampleRequest: ContactRequest = {
  // Every field, so that adding one later changes no test.
  ...(Object.fromEntries(fieldNames.map((name) => [name, ''])) as ContactRequest),
  name: 'Canary Nightingale',
  email: 'canary.bird@example.com',
  phone: '(512) 555-0199',
  service: 'fleet',
  message: 'Three trucks, one yard.\nCanary sings at <six> & "seven".',
};

/** The same as posted by a browser without JavaScript. */
export const exampleForm = (changes: Record<string, string> = {}) =>
  new URLSearchParams({ ...exampleRequest, ...changes });
