import * as v from 'valibot';
import { business } from '../content/business.ts';
import type { SettingName } from './setting-names.ts';
import { type DatabaseServer, readDatabaseUrl } from './store/postgres/database-url.ts';

/** A setting nobody can start with. The message is one sentence a line, for the person at the terminal. */
export class SettingsError extends Error {}

type Environment = Record<string, string | undefined>;

export type Settings = ReturnType<typeof readSettings>;

interface Setting<Value> {
  schema: v.GenericSchema<string, Value>;
  /** Ends the sentence "NAME is …: it must be". */
  must: string;
  example: string;
  /** The value holds a password: it is never printed. */
  secret?: boolean;
}

/**
 * Reads every setting of the server. An empty value counts as absent, as in a `.env` that lists every
 * name. Throws a SettingsError that names each bad one.
 */
export function readSettings(environment: Environment) {
  const faults: string[] = [];
  const mailTo = read('MAIL_TO', emails) ?? [business.email];
  const settings = {
    port: read('PORT', port) ?? 8080,
    host: read('HOST', host) ?? '127.0.0.1',
    dataDir: read('DATA_DIR', dataDir) ?? './data',
    /** Absent: requests are saved in a file of DATA_DIR. */
    database: read('DATABASE_URL', databaseUrl),
    /** Whether requests may be saved only where a standby of the database confirms each commit. */
    requireSync: read('REQUIRE_SYNC', onOff('for a single database')) ?? false,
    /** Absent, and no mail API either: mails are only written to files. */
    smtpServer: read('SMTP_URL', smtpUrl),
    /** Takes mail over HTTPS instead. */
    mailApi: readMailApi(),
    /** Each gets every email. */
    mailTo,
    mailFrom: read('MAIL_FROM', email) ?? (mailTo[0] as string),
    /** Days after which a delivered request is purged. */
    retentionDays: read('RETENTION_DAYS', retentionDays) ?? business.retentionDays,
    /** Other origins whose pages may post to the function. */
    allowedOrigins: read('ALLOWED_ORIGINS', origins) ?? [],
    /** How many proxies of ours are before the server: each adds an entry to X-Forwarded-For. */
    trustedProxyHops: read('TRUSTED_PROXY_HOPS', trustedProxyHops) ?? 0,
    /** Whether floods are held back. Off for load and browser tests alone. */
    limits: read('LIMITS', onOff('for tests')) ?? true,
    /** The public URL of the site; https turns HSTS on. */
    siteUrl: read('SITE_URL', siteUrl),
    /** What the scheduler of a function shows to be let in (docs/supabase.md). */
    cronSecret: read('CRON_SECRET', cronSecret),
  };
  if (settings.smtpServer && settings.mailApi) {
    faults.push('SMTP_URL and MAIL_API_KEY are both set: remove one, as mail goes one way only');
  }
  if (faults.length > 0) {
    throw new SettingsError(faults.join('\n'));
  }
  return settings;

  function readMailApi(): MailApi | undefined {
    const key = read('MAIL_API_KEY', mailApiKey);
    const url = read('MAIL_API_URL', mailApiUrl) ?? 'https://api.resend.com/emails';
    return key === undefined ? undefined : { url, key };
  }

  function read<Value>(name: SettingName, setting: Setting<Value>): Value | undefined {
    const text = environment[name]?.trim() || undefined;
    if (text === undefined) {
      return undefined;
    }
    const result = v.safeParse(setting.schema, text);
    if (!result.success) {
      const fault = setting.secret ? 'cannot be used' : `is "${text}"`;
      faults.push(`${name} ${fault}: it must be ${setting.must}, like ${name}=${setting.example}`);
    }
    return result.success ? result.output : undefined;
  }
}

function wholeNumber(least: number, most: number) {
  return v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(least), v.maxValue(most));
}

const port = {
  schema: wholeNumber(0, 65_535),
  must: 'a whole number from 0 (any free port) to 65535',
  example: '8080',
};

const host = {
  schema: v.pipe(v.string(), v.regex(/^[\w.:-]+$/)),
  must: 'an address of this machine',
  example: '0.0.0.0',
};

const dataDir = {
  schema: v.pipe(v.string(), v.excludes('\0')),
  must: 'a folder',
  example: '/var/lib/site',
};

const databaseUrl = {
  schema: v.pipe(v.string(), v.transform(readDatabaseUrl), v.nonOptional(v.custom<DatabaseServer>(Boolean))),
  must: 'the address of a PostgreSQL database, with every host of its cluster',
  example: 'postgres://user:password@db1.example.com,db2.example.com/site',
  secret: true,
};

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (smtps). */
  secure: boolean;
  login: { user: string; pass: string } | undefined;
}

/** smtp:// (587, STARTTLS) and smtps:// (465). */
const smtpUrl = {
  schema: v.pipe(
    v.string(),
    v.transform((text) => URL.parse(text)),
    v.nonNullable(v.instance(URL)),
    v.check(({ protocol, hostname }) => /^smtps?:$/.test(protocol) && hostname !== ''),
    v.check(({ pathname, search, hash }) => /^\/?$/.test(pathname) && !search && !hash),
    v.check(({ username, password }) => Boolean(username) === Boolean(password)),
    v.transform(smtpServerOf),
  ),
  must: 'the address of a mail server',
  example: 'smtp://user:password@mail.example.com:587',
  secret: true,
};

function smtpServerOf({ protocol, hostname, port, username, password }: URL): SmtpServer {
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    login: username ? { user: decode(username), pass: decode(password) } : undefined,
  };
}

export interface MailApi {
  url: string;
  key: string;
}

const mailApiKey = {
  schema: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{8,}$/)),
  must: 'a key of the mail service, without spaces',
  example: 're_0123456789abcdef',
  secret: true,
};

/** Of a service that takes mail as Resend does. */
const mailApiUrl = {
  schema: v.pipe(v.string(), v.url(), v.startsWith('https://')),
  must: 'the https address that emails are posted to',
  example: 'https://api.resend.com/emails',
};

const cronSecret = {
  schema: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{32,}$/)),
  must: 'at least 32 characters without spaces that nobody can guess',
  example: '$(openssl rand -hex 32)',
  secret: true,
};

/** A password may hold a bare "%", which is no escape. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** One addr-spec of plain characters: nothing that a mail header could read as two addresses. */
const plainEmail = v.pipe(v.string(), v.regex(/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d]([\w.-]*[a-z\d])?$/i));

export function isPlainEmail(text: string): boolean {
  return v.is(plainEmail, text);
}

const email = {
  schema: plainEmail,
  must: 'one email address, without a name',
  example: 'owner@example.com',
};

const emails = {
  schema: v.pipe(
    v.string(),
    v.transform((text) => [...new Set(text.split(',').map((address) => address.trim()))]),
    v.array(plainEmail),
  ),
  must: 'one or more email addresses, separated by commas, without names',
  example: 'owner@example.com,dispatch@example.com',
};

const retentionDays = {
  schema: wholeNumber(1, 3_650),
  must: 'a whole number of days from 1 to 3650',
  example: '30',
};

/** "https://www.example.com" as browsers write it in `Origin`: lower case, no path, no default port. */
const origin = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => !/[?#@]/.test(text)),
  v.transform((text) => URL.parse(text)),
  v.nonNullable(v.instance(URL)),
  v.check(({ protocol, pathname }) => /^https?:$/.test(protocol) && pathname === '/'),
  v.transform((url) => url.origin),
);

const origins = {
  schema: v.pipe(
    v.string(),
    v.transform((text) => text.split(',')),
    v.array(origin),
  ),
  must: 'origins separated by commas, each a scheme and a host without a path',
  example: 'https://www.example.com,https://example.com',
};

const trustedProxyHops = {
  schema: wholeNumber(0, 10),
  must: 'the number of proxies before the server, from 0 to 10',
  example: '1',
};

function onOff(offIs: string) {
  return {
    schema: v.pipe(
      v.picklist(['on', 'off']),
      v.transform((text) => text === 'on'),
    ) as v.GenericSchema<string, boolean>,
    must: `on, or off ${offIs}`,
    example: 'on',
  };
}

const siteUrl = {
  schema: origin,
  must: 'the public address of the site, a scheme and a host without a path',
  example: 'https://www.example.com',
};
