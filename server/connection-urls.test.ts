import { expect, test } from 'vitest';
import { readDatabaseUrl } from './connection-urls.ts';

const plain = { user: 'u', password: 'p', database: 'site', certificateAuthority: undefined };

test.each([
  ['postgres://u:p@127.0.0.1/site', { hosts: [{ host: '127.0.0.1', port: 5432 }], tls: 'off' }],
  ['postgresql://u:p@[::1]:6432/site', { hosts: [{ host: '::1', port: 6432 }], tls: 'off' }],
  ['postgres://u:p@db.example.com/site', { hosts: [{ host: 'db.example.com', port: 5432 }], tls: 'verify' }],
  [
    'postgres://u:p@a,b:6000/site?sslmode=require',
    {
      hosts: [
        { host: 'a', port: 5432 },
        { host: 'b', port: 6000 },
      ],
      tls: 'encrypt',
    },
  ],
  ['postgres://u:p@a/site?sslmode=disable', { hosts: [{ host: 'a', port: 5432 }], tls: 'off' }],
  [
    'postgres://u:p@a/site?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    { hosts: [{ host: 'a', port: 5432 }], tls: 'verify', certificateAuthority: '/etc/ca.pem' },
  ],
  [
    'postgres://u%40x:100%@a/s%2Fe',
    { hosts: [{ host: 'a', port: 5432 }], user: 'u@x', password: '100%', database: 's/e', tls: 'verify' },
  ],
  ['postgres://u:a%b%40c@a/site', { hosts: [{ host: 'a', port: 5432 }], password: 'a%b@c', tls: 'verify' }],
])('parses %s', (url, expected) => {
  expect(readDatabaseUrl(url)).toEqual({ ...plain, ...expected });
});

test.each([
  'mysql://u:p@a/site',
  'postgres://u:%FF@a/site',
  'postgres://%ABc:p@a/site',
  'postgres://u:p@a/%E9',
  'postgres://a/site',
  'postgres://u:p@a',
  'postgres://u:p@/site',
  'postgres://u:p@a,,b/site',
  'postgres://u:p@a:99999/site',
  'postgres://u:p@a/site?sslmode=prefer',
  'postgres://u:p@a:0/site',
  'postgres://u:p@a/site?sslmode=constructor',
  'postgres://u:p@a/site?sslmode=toString',
  'postgres://u:p@a/site?sslmode=__proto__',
  'postgres://u:p@a/site?__proto__=x',
  'postgres://u:p@a/site?sslmode=verify-full&sslmode=disable',
  'postgres://u:p@a/site?sslrootcert=/a.pem&sslrootcert=/b.pem',
  'postgres://u:p@a/site?sslrootcert=',
  'postgres://u:p@a/site?target_session_attrs=any',
])('rejects %s', (url) => {
  expect(readDatabaseUrl(url)).toBeUndefined();
});
