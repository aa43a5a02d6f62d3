import type { EmailParts } from '../../server/mail/transport.ts';

/** For emails of which a test only uses the bytes. */
export const emailParts: EmailParts = {
  key: 'ABC234.1',
  sender: 'Website request',
  subject: 'x',
  replyTo: undefined,
  headers: {},
  text: 'x',
  html: '',
};
