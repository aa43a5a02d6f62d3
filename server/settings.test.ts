import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { readSettings, table } from './settings.ts';

test('the defaults are a working local server without email', () => {
  expect(readSettings({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataDir: './data',
    database: undefined,
    requireSync: false,
    smtpServer: undefined,
    mailApi: undefined,
    mailTo: [business.email],
    mailFrom: business.email,
    retentionDays: business.retentionDays,
    allowedOrigins: [],
    trustedProxyHops: 0,
    limits: true,
    alertWebhook: undefined,
    heartbeat: undefined,
    siteUrl: undefined,
    cronSecret: undefined,
  });
});

test('an empty value counts as unset, as in a .env that lists every name', () => {
  expect(readSettings({ PORT: '', SMTP_URL: ' ', ALLOWED_ORIGINS: '' })).toEqual(readSettings({}));
});

test('MAIL_FROM defaults to MAIL_TO', () => {
  expect(readSettings({ MAIL_TO: 'a@example.com, b@example.com,a@example.com' })).toMatchObject({
    mailTo: ['a@example.com', 'b@example.com'],
    mailFrom: 'a@example.com',
  });
  expect(readSettings({ MAIL_TO: 'a@example.com', MAIL_FROM: 'b@example.com' }).mailFrom).toBe(
    'b@example.com',
  );
});

test.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false, login: undefined }],
  ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, secure: true, login: undefined }],
  ['smtp://u%40x:p%2Fw@h:25', { host: 'h', port: 25, secure: false, login: { user: 'u@x', pass: 'p/w' } }],
  ['smtp://u:100%@h', { host: 'h', port: 587, secure: false, login: { user: 'u', pass: '100%' } }],
  ...[
    ['a%b%40c', 'a%b@c'],
    ['Zx%K%239', 'Zx%K#9'],
    ['50%off^', '50%off^'],
    ['q%:1', 'q%:1'],
    ['q% 1', 'q% 1'],
    ['%25%34%30', '%40'],
    ['caf%C3%A9%', 'café%'],
  ].map(([written, pass]): [string, object] => [
    `smtp://u:${written}@h`,
    { host: 'h', port: 587, secure: false, login: { user: 'u', pass } },
  ]),
  [
    'smtp://correo.español.example',
    { host: 'correo.xn--espaol-zwa.example', port: 587, secure: false, login: undefined },
  ],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, secure: false, login: undefined }],
])('parses SMTP_URL %s', (url, server) => {
  expect(readSettings({ SMTP_URL: url }).smtpServer).toEqual(server);
});

test('DATABASE_URL names every host of a cluster, and a bad one does not show its password', () => {
  expect(readSettings({ DATABASE_URL: 'postgres://u:p@a,b:6000/site', REQUIRE_SYNC: 'on' })).toMatchObject({
    database: { hosts: [{ host: 'a' }, { host: 'b', port: 6000 }], user: 'u', database: 'site' },
    requireSync: true,
  });
  expect(() => readSettings({ DATABASE_URL: 'postgres://u:hunter2@' })).toThrow(
    'DATABASE_URL cannot be used: it must be the URL of a PostgreSQL database with every host of its cluster, where @ # / ? % in the password are written %40 %23 %2F %3F %25, then at most one sslmode (disable, require or verify-full) and one sslrootcert, like DATABASE_URL=postgres://user:password@db1.example.com,db2.example.com/site',
  );
});

test('the mail API is Resend unless a URL says otherwise, and never beside SMTP', () => {
  const key = 're_0123456789abcdef';
  expect(readSettings({ MAIL_API_KEY: key }).mailApi).toEqual({
    url: 'https://api.resend.com/emails',
    key,
  });
  const url = 'https://mail.example.com/send';
  expect(readSettings({ MAIL_API_KEY: key, MAIL_API_URL: url }).mailApi).toEqual({ url, key });
  expect(readSettings({ MAIL_API_URL: url }).mailApi).toBeUndefined();
  expect(() => readSettings({ MAIL_API_KEY: key, SMTP_URL: 'smtp://mail.example.com' })).toThrow(
    'SMTP_URL and MAIL_API_KEY are both set: remove one',
  );
});

test('the names of the settings that only a hosted site needs', () => {
  const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
  expect(
    readSettings({
      DATABASE_URL: 'postgres://u:p@a/site',
      DATABASE_CA: certificate,
      HEARTBEAT_URL: 'https://ping.example.com/1',
      CRON_SECRET: 'x'.repeat(32),
    }),
  ).toMatchObject({
    database: { certificateAuthority: certificate },
    heartbeat: 'https://ping.example.com/1',
    cronSecret: 'x'.repeat(32),
  });
});

test('normalizes origins as browsers do', () => {
  const { allowedOrigins } = readSettings({
    ALLOWED_ORIGINS: 'https://Shop.Example:443, http://localhost:3000/',
  });
  expect(allowedOrigins).toEqual(['https://shop.example', 'http://localhost:3000']);
});

test.each([
  [
    'PORT',
    '65536',
    'PORT is "65536": it must be a whole number from 0 (any free port) to 65535, like PORT=8080',
  ],
  ['PORT', '-1', 'PORT is "-1"'],
  ['PORT', '80.5', 'PORT is "80.5"'],
  [
    'RETENTION_DAYS',
    '0',
    'RETENTION_DAYS is "0": it must be a whole number of days from 1 to 3650, like RETENTION_DAYS=30',
  ],
  ['HOST', 'a b', 'HOST is "a b": it must be an IP address or host name of this machine, like HOST=0.0.0.0'],
  [
    'MAIL_TO',
    'a@b.com; c@d.com',
    'MAIL_TO is "a@b.com; c@d.com": it must be one or more email addresses, separated by commas, without names',
  ],
  ['MAIL_FROM', 'Owner <a@b.com>', 'MAIL_FROM is "Owner <a@b.com>"'],
  ['ALLOWED_ORIGINS', '*', 'ALLOWED_ORIGINS is "*": it must be origins separated by commas'],
  ['ALLOWED_ORIGINS', 'null', 'ALLOWED_ORIGINS is "null"'],
  ['ALLOWED_ORIGINS', 'https://a.example/shop', 'ALLOWED_ORIGINS is "https://a.example/shop"'],
  ['TRUSTED_PROXY_HOPS', 'yes', 'TRUSTED_PROXY_HOPS is "yes": it must be the number of proxies'],
  ['TRUSTED_PROXY_HOPS', '-1', 'TRUSTED_PROXY_HOPS is "-1"'],
  ['LIMITS', 'no', 'LIMITS is "no": it must be on, or off for tests, like LIMITS=on'],
  ['LIMITS', 'constructor', 'LIMITS is "constructor"'],
  ['SITE_URL', 'xhttps://www.example.com', 'SITE_URL is'],
  ['SITE_URL', 'httpsx://www.example.com', 'SITE_URL is'],
  ['SITE_URL', 'www.example.com', 'SITE_URL is "www.example.com": it must be the public URL of the site'],
])('%s=%s stops the start', (name, value, sentence) => {
  expect(() => readSettings({ [name]: value })).toThrow(sentence);
});

test.each([
  'mail.example.com',
  'http://mail.example.com',
  'xsmtp://u:secret@mail.example.com',
  'smtpsx://u:secret@mail.example.com',
  'smtp://u:secret@',
  'smtp://secret@h',
  'smtp://u:secret@h/path',
  'smtp://u:sec/ret@h',
  'smtp://u:sec#ret@h',
  'smtp://u:sec%ABret@h',
  'smtp://sec%FFret:x@h',
])('SMTP_URL=%s stops the start, and no part of it is printed', (url) => {
  expect(() => readSettings({ SMTP_URL: url })).toThrow(
    /^SMTP_URL cannot be used: it must be the URL of a mail server, where @ # \/ \? % in the password are written %40 %23 %2F %3F %25, like SMTP_URL=smtp:\/\/user:password@mail\.example\.com:587$/,
  );
});

test.each([
  'https://hooks.example.com/services/T0/B1?x=1',
  'http://127.0.0.1:8081/alert',
  'http://localhost/alert',
  'http://[::1]:9/alert',
])('ALERT_WEBHOOK_URL and HEARTBEAT_URL may be %s', (url) => {
  expect(readSettings({ ALERT_WEBHOOK_URL: url, HEARTBEAT_URL: url })).toMatchObject({
    alertWebhook: url,
    heartbeat: url,
  });
});

test.each([
  'hooks.example.com/secret',
  'http://hooks.example.com/secret',
  'http://127.0.0.1.example.com/secret',
  'ftp://hooks.example.com/secret',
  'https://secret@hooks.example.com/',
  'https://',
])('ALERT_WEBHOOK_URL=%s stops the start, and no part of it is printed', (url) => {
  expect(() => readSettings({ ALERT_WEBHOOK_URL: url })).toThrow(
    /^ALERT_WEBHOOK_URL cannot be used: it must be an https:\/\/ address without a login \(http:\/\/ only for this machine\), like ALERT_WEBHOOK_URL=https:\/\/hooks\.example\.com\/services\/T0\/B1$/,
  );
  expect(() => readSettings({ HEARTBEAT_URL: url })).toThrow(/^HEARTBEAT_URL cannot be used: it must/);
});

test('lists every bad setting at once', () => {
  expect(() => readSettings({ PORT: 'x', MAIL_TO: 'y' })).toThrow(/PORT is "x".*\nMAIL_TO is "y"/);
});

test.each(Object.values(table))(
  'the example of $name is a value that it accepts',
  ({ name, example, schema }) => {
    // The shell expands these two.
    const values: Record<string, string> = {
      DATABASE_CA: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
      CRON_SECRET: '5f'.repeat(32),
    };
    expect(v.is(schema, values[name] ?? example)).toBe(true);
  },
);

test('docs/running.md lists every setting with its default, in the order of the table', () => {
  const documented = Array.from(
    readFileSync('docs/running.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \| (.*?) \|/gm),
    ([, name, text]) => [name, text],
  );
  const derived: Record<string, string> = {
    MAIL_TO: 'the email in `content/business.ts`',
    MAIL_FROM: 'the first of `MAIL_TO`',
    RETENTION_DAYS: '`retentionDays` in `content/business.ts`',
  };
  expect(documented).toEqual(
    Object.values<{ name: string; default?: string }>(table).map(({ name, default: text }) => [
      name,
      derived[name] ?? (text === undefined ? '–' : `\`${text}\``),
    ]),
  );
});
