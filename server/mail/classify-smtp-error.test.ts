import { expect, test } from 'vitest';
import { classifySmtpError } from './classify-smtp-error.ts';

const reply = (responseCode: number, command: string, response = '') => ({ responseCode, command, response });

test.each([
  ['a full mailbox', reply(452, 'RCPT TO'), false, 'deferred'],
  ['a full mailbox, reported with a 5xx', reply(552, 'RCPT TO', '552 5.2.2 Over limit'), false, 'deferred'],
  ['a full mailbox after DATA', reply(554, 'DATA', '554 5.2.2 mailbox full'), true, 'deferred'],
  ['an exceeded quota', reply(550, 'RCPT TO', '550 User is over quota'), false, 'deferred'],
  ['an email that is too large', reply(552, 'DATA', '552 5.3.4 Message too big'), true, 'refused'],
  ['a word that starts like "quota"', reply(550, 'DATA', '550 5.7.1 quotation spam'), true, 'refused'],
  ['a server that is shutting down', reply(421, 'MAIL FROM'), false, 'unreachable'],
  ['a server that requires a login', reply(530, 'MAIL FROM'), false, 'unreachable'],
  ['a wrong password, reported late', reply(535, 'RCPT TO'), false, 'unreachable'],
  ['a greeting that refuses the connection', reply(554, 'CONN'), false, 'unreachable'],
  ['a timeout after the final dot', new DOMException('', 'TimeoutError'), true, 'ambiguous'],
  ['an unknown error', undefined, false, 'unreachable'],
])('%s', (_, error, isWritten, outcome) => {
  expect(classifySmtpError(error, isWritten).outcome).toBe(outcome);
});
