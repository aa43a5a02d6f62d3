import { business } from '../content/business.ts';
import {
  readOrigin,
  readOrigins,
  readPlainAddress,
  readSmtpServer,
  readWholeNumber,
} from './setting-values.ts';

/** A value nobody can start with. The message is one sentence a line, for the person at the terminal. */
export class SettingsError extends Error {}

interface Setting<Value> {
  /** Used when the variable is absent or empty, as in a `.env` that lists every name. */
  default: Value;
  /** Gives nothing when the text cannot be used. */
  read(text: string): Value | undefined;
  /** Ends the sentence "NAME is …: it must be". */
  must: string;
  example: string;
  /** The value holds a password: it is never printed. */
  secret?: boolean;
}

type Environment = Record<string, string | undefined>;

export type Settings = ReturnType<typeof readSettings>;

/** Reads every setting of the server. Throws a SettingsError that names each bad one. */
export function readSettings(environment: Environment) {
  const faults: string[] = [];
  const take = <Value>(name: string, setting: Setting<Value>): Value => {
    const text = environment[name]?.trim() || undefined;
    const value = text === undefined ? setting.default : setting.read(text);
    if (value === undefined && text !== undefined) {
      faults.push(sentence(name, text, setting));
    }
    return value as Value;
  };

  const mailTo = take('MAIL_TO', { ...address, default: business.email });
  const settings = {
    port: take('PORT', port),
    host: take('HOST', host),
    dataDir: take('DATA_DIR', dataDir),
    /** Absent: mails are written as files and stay owed. */
    smtpServer: take('SMTP_URL', smtpUrl),
    mailTo,
    mailFrom: take('MAIL_FROM', { ...address, default: mailTo }),
    /** Days after which a delivered request is purged. */
    retentionDays: take('RETENTION_DAYS', retentionDays),
    /** Other origins whose pages may post to the function. */
    allowedOrigins: take('ALLOWED_ORIGINS', allowedOrigins),
    /** How many proxies of ours stand before the server: each adds an entry to X-Forwarded-For. */
    trustedProxyHops: take('TRUSTED_PROXY_HOPS', trustedProxyHops),
    /** Whether floods are held back. Off for load and browser tests alone. */
    limits: take('LIMITS', limits),
    /** The public address of the site; https turns HSTS on. */
    siteUrl: take('SITE_URL', siteUrl),
  };

  if (faults.length > 0) {
    throw new SettingsError(faults.join('\n'));
  }
  return settings;
}

function sentence(name: string, text: string, { secret, must, example }: Setting<unknown>): string {
  const fault = secret ? 'cannot be used' : `is "${text}"`;
  return `${name} ${fault}: it must be ${must}, like ${name}=${example}`;
}

const port: Setting<number> = {
  default: 8080,
  read: (text) => readWholeNumber(text, 0, 65_535),
  must: 'a whole number from 0 (any free port) to 65535',
  example: '8080',
};

const host: Setting<string> = {
  default: '127.0.0.1',
  read: (text) => (/^[\w.:-]+$/.test(text) ? text : undefined),
  must: 'an address of this machine',
  example: '0.0.0.0',
};

const dataDir: Setting<string> = {
  default: './data',
  read: (text) => (text.includes('\0') ? undefined : text),
  must: 'a folder',
  example: '/var/lib/site',
};

const smtpUrl: Setting<ReturnType<typeof readSmtpServer>> = {
  default: undefined,
  read: readSmtpServer,
  must: 'the address of a mail server',
  example: 'smtp://user:password@mail.example.com:587',
  secret: true,
};

const address: Omit<Setting<string>, 'default'> = {
  read: readPlainAddress,
  must: 'one e-mail address, without a name',
  example: 'owner@example.com',
};

const retentionDays: Setting<number> = {
  default: business.retentionDays,
  read: (text) => readWholeNumber(text, 1, 3_650),
  must: 'a whole number of days from 1 to 3650',
  example: '30',
};

const allowedOrigins: Setting<readonly string[]> = {
  default: [],
  read: readOrigins,
  must: 'origins separated by commas, each a scheme and a host without a path',
  example: 'https://www.example.com,https://example.com',
};

const trustedProxyHops: Setting<number> = {
  default: 0,
  read: (text) => readWholeNumber(text, 0, 10),
  must: 'the number of proxies before the server, from 0 to 10',
  example: '1',
};

const switches = new Map([
  ['on', true],
  ['off', false],
]);

const limits: Setting<boolean> = {
  default: true,
  read: (text) => switches.get(text),
  must: 'on, or off for tests',
  example: 'on',
};

const siteUrl: Setting<string | undefined> = {
  default: undefined,
  read: readOrigin,
  must: 'the public address of the site, a scheme and a host without a path',
  example: 'https://www.example.com',
};
