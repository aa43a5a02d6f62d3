import { expect, test } from 'vitest';
import { judgeFault } from './judge-fault.ts';

const reply = (responseCode: number, command: string) => ({ code: 'EENVELOPE', responseCode, command });

test.each([
  ['a mailbox that is full', reply(452, 'RCPT TO'), false, 'deferred'],
  ['greylisting', reply(451, 'DATA'), true, 'deferred'],
  ['an unknown mailbox', reply(550, 'RCPT TO'), false, 'refused'],
  ['a content that is not liked', reply(554, 'DATA'), true, 'refused'],
  ['a server that is going away', reply(421, 'MAIL FROM'), false, 'unreachable'],
  ['a server that wants a login first', reply(530, 'MAIL FROM'), false, 'unreachable'],
  ['a wrong password', reply(535, 'AUTH PLAIN'), false, 'unreachable'],
  [
    'a greeting that refuses',
    { code: 'EPROTOCOL', responseCode: 554, command: 'CONN' },
    false,
    'unreachable',
  ],
  ['a mail that is too large for the server', { code: 'EMESSAGE', command: 'MAIL FROM' }, false, 'refused'],
  ['a line that breaks before the final dot', { code: 'ECONNECTION', command: 'CONN' }, false, 'unreachable'],
  ['a line that breaks after the final dot', { code: 'ECONNECTION', command: 'CONN' }, true, 'ambiguous'],
  ['a deadline after the final dot', new DOMException('', 'TimeoutError'), true, 'ambiguous'],
  ['a fault that is no error', undefined, false, 'unreachable'],
])('%s', (_, fault, finalDot, outcome) => {
  expect(judgeFault(fault, finalDot).outcome).toBe(outcome);
});
