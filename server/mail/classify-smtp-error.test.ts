import { expect, test } from 'vitest';
import { classifySmtpError } from './smtp.ts';

const reply = (responseCode: number, command: string, response = '') => ({
  code: 'EENVELOPE',
  responseCode,
  command,
  response,
});

test.each([
  ['a mailbox that is full', reply(452, 'RCPT TO'), false, 'deferred'],
  ['a full mailbox, said with a 5', reply(552, 'RCPT TO', '552 5.2.2 Over limit'), false, 'deferred'],
  ['a full mailbox after the text', reply(554, 'DATA', '554 5.2.2 mailbox full'), true, 'deferred'],
  ['a quota', reply(550, 'RCPT TO', '550 User is over quota'), false, 'deferred'],
  ['an email too large for the server', reply(552, 'DATA', '552 5.3.4 Message too big'), true, 'refused'],
  ['text that quotes a quota-like word', reply(550, 'DATA', '550 5.7.1 quotation spam'), true, 'refused'],
  ['graylisting', reply(451, 'DATA'), true, 'deferred'],
  ['an unknown mailbox', reply(550, 'RCPT TO'), false, 'refused'],
  ['a content that is not liked', reply(554, 'DATA'), true, 'refused'],
  ['a server that is going away', reply(421, 'MAIL FROM'), false, 'unreachable'],
  ['a server that wants a login first', reply(530, 'MAIL FROM'), false, 'unreachable'],
  ['a server that wants a login, asked for the text', reply(530, 'DATA'), false, 'unreachable'],
  ['a login that fails for now', reply(454, 'AUTH PLAIN'), false, 'unreachable'],
  ['a login that fails for now, said late', reply(454, 'MAIL FROM'), false, 'unreachable'],
  ['a wrong password', reply(535, 'AUTH PLAIN'), false, 'login refused'],
  ['a mechanism that is too weak', reply(534, 'AUTH LOGIN'), false, 'login refused'],
  ['a mechanism that is too weak, said late', reply(534, 'MAIL FROM'), false, 'unreachable'],
  ['a mechanism that needs encryption', reply(538, 'AUTH PLAIN'), false, 'login refused'],
  ['a mechanism that needs encryption, said late', reply(538, 'RCPT TO'), false, 'unreachable'],
  ['a wrong password, said late', reply(535, 'RCPT TO'), false, 'unreachable'],
  [
    'a greeting that refuses',
    { code: 'EPROTOCOL', responseCode: 554, command: 'CONN' },
    false,
    'unreachable',
  ],
  ['an email that is too large for the server', { code: 'EMESSAGE', command: 'MAIL FROM' }, false, 'refused'],
  ['a connection lost before the final dot', { code: 'ECONNECTION', command: 'CONN' }, false, 'unreachable'],
  ['a connection lost after the final dot', { code: 'ECONNECTION', command: 'CONN' }, true, 'ambiguous'],
  ['a timeout after the final dot', new DOMException('', 'TimeoutError'), true, 'ambiguous'],
  ['an error that is none', undefined, false, 'unreachable'],
])('%s', (_, error, finalDot, outcome) => {
  expect(classifySmtpError(error, finalDot).outcome).toBe(outcome);
});
