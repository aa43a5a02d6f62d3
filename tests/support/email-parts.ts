import type { EmailParts } from '../../server/mail/transport.ts';

/** Of an email whose bytes are all that a test looks at. */
export const emailParts: EmailParts = {
  key: 'ABC234.1',
  sender: 'Website request',
  subject: 'x',
  replyTo: undefined,
  headers: {},
  text: 'x',
  html: undefined,
};
