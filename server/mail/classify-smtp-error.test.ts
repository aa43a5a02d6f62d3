import { expect, test } from 'vitest';
import { classifySmtpError } from './classify-smtp-error.ts';

const reply = (responseCode: number, command: string, response = '') => ({
  code: 'EENVELOPE',
  responseCode,
  command,
  response,
});

test.each([
  ['a full mailbox', reply(452, 'RCPT TO'), false, 'deferred'],
  ['a full mailbox, reported with a 5xx', reply(552, 'RCPT TO', '552 5.2.2 Over limit'), false, 'deferred'],
  ['a full mailbox after DATA', reply(554, 'DATA', '554 5.2.2 mailbox full'), true, 'deferred'],
  ['an exceeded quota', reply(550, 'RCPT TO', '550 User is over quota'), false, 'deferred'],
  ['an email too large for the server', reply(552, 'DATA', '552 5.3.4 Message too big'), true, 'refused'],
  [
    'text with a word that starts like "quota"',
    reply(550, 'DATA', '550 5.7.1 quotation spam'),
    true,
    'refused',
  ],
  ['graylisting', reply(451, 'DATA'), true, 'deferred'],
  ['an unknown mailbox', reply(550, 'RCPT TO'), false, 'refused'],
  ['rejected content', reply(554, 'DATA'), true, 'refused'],
  ['a server that is shutting down', reply(421, 'MAIL FROM'), false, 'unreachable'],
  ['a server that requires a login', reply(530, 'MAIL FROM'), false, 'unreachable'],
  ['a server that requires a login, reported at DATA', reply(530, 'DATA'), false, 'unreachable'],
  ['a login refused for now', reply(454, 'AUTH PLAIN'), false, 'login refused'],
  ['a temporary login failure, reported late', reply(454, 'MAIL FROM'), false, 'unreachable'],
  ['a wrong password', reply(535, 'AUTH PLAIN'), false, 'login refused'],
  ['a login mechanism that is too weak', reply(534, 'AUTH LOGIN'), false, 'login refused'],
  ['a login mechanism that is too weak, reported late', reply(534, 'MAIL FROM'), false, 'unreachable'],
  ['a login mechanism that needs encryption', reply(538, 'AUTH PLAIN'), false, 'login refused'],
  ['a login mechanism that needs encryption, reported late', reply(538, 'RCPT TO'), false, 'unreachable'],
  ['a wrong password, reported late', reply(535, 'RCPT TO'), false, 'unreachable'],
  [
    'a greeting that refuses the connection',
    { code: 'EPROTOCOL', responseCode: 554, command: 'CONN' },
    false,
    'unreachable',
  ],
  ['an email that is too large for the server', { code: 'EMESSAGE', command: 'MAIL FROM' }, false, 'refused'],
  ['a connection lost before the final dot', { code: 'ECONNECTION', command: 'CONN' }, false, 'unreachable'],
  ['a connection lost after the final dot', { code: 'ECONNECTION', command: 'CONN' }, true, 'ambiguous'],
  ['a timeout after the final dot', new DOMException('', 'TimeoutError'), true, 'ambiguous'],
  ['an unknown error', undefined, false, 'unreachable'],
])('%s', (_, error, finalDot, outcome) => {
  expect(classifySmtpError(error, finalDot).outcome).toBe(outcome);
});
