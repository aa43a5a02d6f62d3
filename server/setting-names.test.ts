import { expect, test } from 'vitest';
import { checkNames, probableMisspellings, settingNames } from './setting-names.ts';

test('a .env may set every setting', () => {
  expect(() => checkNames(settingNames)).not.toThrow();
});

test.each([
  ['MAILTO', 'MAIL_TO'],
  ['RETENTION', 'RETENTION_DAYS'],
  ['SMTP', 'SMTP_URL'],
  ['SMPT_URL', 'SMTP_URL'],
  ['PROT', 'PORT'],
  ['port', 'PORT'],
  ['TRUSTED_PROXIES', 'TRUSTED_PROXY_HOPS'],
])('%s in .env is rejected with the nearest name, %s', (name, nearest) => {
  expect(() => checkNames(['PORT', name])).toThrow(
    `.env sets ${name}, which is not a setting. Did you mean ${nearest}?`,
  );
});

test('lists every unknown name in a .env at once', () => {
  expect(() => checkNames(['MAILTO', 'RETENTION'])).toThrow(/MAILTO.*\n.*RETENTION/);
});

test.each([
  ['MAILTO', 'MAIL_TO'],
  ['RETENTION', 'RETENTION_DAYS'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXY_HOPS'],
  ['DATADIR', 'DATA_DIR'],
  ['LIMIT', 'LIMITS'],
  ['SMTP_URI', 'SMTP_URL'],
])('%s in the environment is probably %s', (name, nearest) => {
  expect(probableMisspellings([name])).toEqual([{ name, nearest }]);
});

test("other programs' names in the environment pass", () => {
  const names =
    'HOSTNAME HOSTTYPE HOST_NAME MAIL MAILCHECK MAILER LOGNAME HOME PATH PWD OLDPWD USER SHELL SHLVL TERM LANG ' +
    'DATA SITE PUBLIC PORTS HOSTS NODE_ENV NODE_OPTIONS npm_config_port KUBERNETES_PORT SSH_CONNECTION TZ CI DEBUG ' +
    'XDG_DATA_DIRS DATABASE_URL PROMPT RENDER RAILWAY_STATIC_URL FLY_REGION DYNO INVOCATION_ID JOURNAL_STREAM _';
  expect(probableMisspellings(names.split(' '))).toEqual([]);
});

test('our own names are not misspellings', () => {
  expect(probableMisspellings(settingNames)).toEqual([]);
});
