import { expect, test } from 'vitest';
import { encryption } from './smtp.ts';

const login = { user: 'u', pass: 'p' };

test.each([
  [
    'a password to a remote server requires STARTTLS',
    { host: 'mail.example.com', secure: false, login },
    { requireTLS: true },
  ],
  ['smtps is already encrypted', { host: 'mail.example.com', secure: true, login }, { requireTLS: false }],
  [
    'without a password STARTTLS is used if offered',
    { host: 'mail.example.com', secure: false, login: undefined },
    { requireTLS: false },
  ],
  ['loopback needs no encryption', { host: '127.0.0.1', secure: false, login }, { ignoreTLS: true }],
  [
    'a name that only starts like loopback is remote',
    { host: '127.0.0.1.example.com', secure: false, login },
    { requireTLS: true },
  ],
])('%s', (_, server, options) => {
  expect(encryption({ port: 587, ...server })).toEqual(options);
});
