import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { readSettings, settingDefinitions } from './settings.ts';

test('defaults and empty values run a local server without email', () => {
  const defaults = readSettings({});
  expect(defaults).toMatchObject({ mailFrom: business.email, allowedOrigins: [], limits: true });
  const { database, smtpServer, mailApi, siteUrl } = defaults;
  expect([database, smtpServer, mailApi, siteUrl]).toEqual(Array(4).fill(undefined));
  const empty = Object.fromEntries(Object.values(settingDefinitions).map(({ name }) => [name, ' ']));
  expect(readSettings(empty)).toEqual(defaults);
});

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
const key = 're_0123456789abcdef';

test.each<[Record<string, string>, object]>([
  [{ MAIL_TO: 'a@x.com, b@x.com,a@x.com' }, { mailTo: ['a@x.com', 'b@x.com'], mailFrom: 'a@x.com' }],
  [{ MAIL_TO: "o'neil@x.com", MAIL_FROM: 'b@x.com' }, { mailFrom: 'b@x.com' }],
  [{ RETENTION_DAYS: '2' }, { retentionDays: 2 }],
  [{ MAIL_API_KEY: key }, { mailApi: { url: 'https://api.resend.com/emails', key } }],
  [
    { DATABASE_URL: 'postgres://u:p@a/site', DATABASE_CA: certificate },
    { database: { certificateAuthority: certificate } },
  ],
  [
    { ALLOWED_ORIGINS: 'https://Shop.Example:443, http://localhost:3000/' },
    { allowedOrigins: ['https://shop.example', 'http://localhost:3000'] },
  ],
  [{ HEARTBEAT_URL: 'https://ping.example.com/1?x=1' }, { heartbeat: 'https://ping.example.com/1?x=1' }],
])('readSettings parses %j', (environment, expected) => {
  expect(readSettings(environment)).toMatchObject(expected);
});

test("a setting's misspelled name is refused, but a short name that resembles one isn't", () => {
  const misspelled = {
    PAGE_URLS: 'ntfy://ntfy.sh/x',
    SMPT_URL: 'smtp://u:p@x',
    POST: '1',
    MAIL: '/var/mail/me',
  };
  expect(() => readSettings(misspelled)).toThrow(
    /^PAGE_URLS is not a setting: did you mean PAGE_URL\?\nSMPT_URL is not a setting: did you mean SMTP_URL\?$/,
  );
});

// `docker run --env-file` passes quotes on. A shell, systemd, and `.env` files remove them.
test.each(['"', "'"])('quotes %s around a value are removed', (quote) => {
  const inQuotes = (value: string) => quote + value + quote;
  expect(readSettings({ PORT: inQuotes('9000'), MAIL_TO: inQuotes('a@x.com, b@x.com') })).toMatchObject({
    port: 9000,
    mailTo: ['a@x.com', 'b@x.com'],
  });
});

test.each([
  ['100%', '100%'],
  ['a%b%40c', 'a%b@c'],
  ['Zx%K%239', 'Zx%K#9'],
  ['%25%34%30', '%40'],
])('both server URLs decode the password %s as %s', (written, pass) => {
  const { smtpServer, database } = readSettings({
    SMTP_URL: `smtp://u%40x:${written}@h`,
    DATABASE_URL: `postgres://u%40x:${written}@h/site`,
  });
  expect(smtpServer).toEqual({ host: 'h', port: 587, secure: false, login: { user: 'u@x', pass } });
  expect(database).toMatchObject({ user: 'u@x', password: pass, database: 'site' });
});

const nodes = [
  { host: 'a', port: 5432 },
  { host: 'b', port: 6000 },
];

test.each([
  ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, secure: true, login: undefined }],
  ['smtp://correo.español.example', { host: 'correo.xn--espaol-zwa.example', port: 587 }],
  ['smtp://[::1]:2525/', { host: '::1', port: 2525, secure: false }],
  ['postgres://u:p@127.0.0.1/site', { hosts: [{ host: '127.0.0.1', port: 5432 }], tls: 'off' }],
  ['postgresql://u@[::1]:6432/site', { hosts: [{ host: '::1', port: 6432 }], password: '', tls: 'off' }],
  ['postgres://u:p@db.example.com/s%2Fe', { database: 's/e', tls: 'verify' }],
  ['postgres://u:p@a,b:6000/site', { hosts: nodes }],
  ['postgres://u:p@127.0.0.1,b/site', { tls: 'verify' }],
  ['postgres://u:p@a/site?sslmode=require', { tls: 'encrypt' }],
  ['postgres://u:p@a/site?sslmode=disable', { tls: 'off' }],
  ['postgres://u:p@a/site?sslmode=verify-full&sslrootcert=/ca.pem', { certificateAuthority: '/ca.pem' }],
])('a server may be %s', (url, expected) => {
  const name = url.startsWith('smtp') ? 'SMTP_URL' : 'DATABASE_URL';
  const { smtpServer, database } = readSettings({ [name]: url });
  expect(smtpServer ?? database).toMatchObject(expected);
});

test.each([
  { name: 'PORT', value: '65536', must: 'a whole number from 0 to 65535' },
  {
    name: 'MAIL_TO',
    value: 'a@b.com; c@d.com',
    must: 'one or more email addresses, separated by commas, without names',
  },
  { name: 'MAIL_FROM', value: 'Owner <a@b.com>', must: 'one email address, without a name' },
  {
    name: 'ALLOWED_ORIGINS',
    value: '*',
    must: 'URLs without a path, separated by commas, like https://www.example.com',
  },
  { name: 'SITE_URL', value: 'www.example.com', must: 'a URL without a path, like https://www.example.com' },
])('$name=$value stops the start and describes valid values', ({ name, value, must }) => {
  expect(() => readSettings({ [name]: value })).toThrow(`${name} is "${value}": it must be ${must}`);
});

test('RETENTION_DAYS above the days that the privacy section promises stops the start', () => {
  const days = String(business.retentionDays + 1);
  expect(() => readSettings({ RETENTION_DAYS: days })).toThrow(
    `RETENTION_DAYS is "${days}": it must be a whole number from 2 to ${business.retentionDays}, the \`retentionDays\` in content/business.json that the privacy section promises`,
  );
});

test.each([
  ['SMTP_URL', 'smtp://secret@h'],
  ['SMTP_URL', 'smtp://u:secret@h/path'],
  ['SMTP_URL', 'SMTP_URL=smtp://u:secret@h'],
  ['DATABASE_URL', 'mysql://u:secret@a/site'],
  ['DATABASE_URL', '"postgres://u:secret@a/site'],
  ['DATABASE_URL', 'postgres://u:secret%FF@a/site'],
  ['DATABASE_URL', 'postgres://u:secret@a,,b:0/site'],
  ['HEARTBEAT_URL', 'http://127.0.0.1.example.com/secret'],
  ['HEARTBEAT_URL', 'https://secret@hooks.example.com/'],
  ['CRON_SECRET', 'secret'],
])('%s=%s stops the start without printing it', (name, value) => {
  const sentence = new RegExp(`^${name} cannot be used: it must be (?!.*secret)`);
  expect(() => readSettings({ [name]: value })).toThrow(sentence);
});

test.each([
  [
    { PORT: 'x', MAIL_TO: 'y', MAIL_API_KEY: key, SMTP_URL: 'smtp://mail.example.com' },
    /^PORT is "x".*\nMAIL_TO is "y".*\nSMTP_URL and MAIL_API_KEY are both set: remove one/,
  ],
  [{ PAGE_URL: 'https://hooks.example.com/secret' }, /^PAGE_URL is set without SITE_URL(?!.*secret)/],
])('%j stops the start with a sentence about each fault', (environment, sentences) => {
  expect(() => readSettings(environment)).toThrow(sentences);
});

test.each(['toString', 'prefer', 'verify-ca'])('the error message names the unknown sslmode %s', (mode) => {
  const read = () => readSettings({ DATABASE_URL: `postgres://u:secret@a,b:6000/site?sslmode=${mode}` });
  expect(read).toThrow(
    `DATABASE_URL cannot be used: its sslmode is "${mode}". Use disable, require or verify-full`,
  );
  expect(read).not.toThrow('secret');
});

test('docs/reference.md lists every setting with its default, in their order', () => {
  const documented = Array.from(
    readFileSync('docs/reference.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \| (.*?) \|/gm),
    ([, name, text]) => [name, text],
  );
  const derived: Record<string, string> = {
    MAIL_TO: 'the email in `content/business.json`',
    MAIL_FROM: 'the first address in `MAIL_TO`',
    RETENTION_DAYS: '`retentionDays` in `content/business.json`',
    PAGE_DETAILS: '`on`, but `off` for an [ntfy topic](paging.md#ntfy) without an access token or password',
  };
  expect(documented).toEqual(
    Object.values<{ name: string; default?: string }>(settingDefinitions).map(({ name, default: text }) => [
      name,
      derived[name] ?? (text === undefined ? '–' : `\`${text}\``),
    ]),
  );
});
