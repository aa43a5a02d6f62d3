import * as v from 'valibot';
import { business } from '../content/business.ts';
import {
  certificate,
  databaseServer,
  email,
  emails,
  folder,
  host,
  httpsUrl,
  onOff,
  origin,
  origins,
  outsideUrl,
  printable,
  smtpServer,
  wholeNumber,
} from './setting-schemas.ts';

interface Setting {
  /** The environment variable. */
  name: string;
  schema: v.GenericSchema<string, unknown>;
  /** Completes the sentence "NAME is …: it must be". */
  must: string;
  example: string;
  /** As it would be in the environment. */
  default?: string;
  /** The value may contain a password or a token: never print it. */
  secret?: true;
}

const specialCharacters = 'where @ # / ? % in the password are written %40 %23 %2F %3F %25';

/** Every setting of the server, in the order of docs/running.md, which says what each is for. */
export const table = {
  port: {
    name: 'PORT',
    schema: wholeNumber(0, 65_535),
    must: 'a whole number from 0 (any free port) to 65535',
    example: '8080',
    default: '8080',
  },
  host: {
    name: 'HOST',
    schema: host,
    must: 'an IP address or host name of this machine',
    example: '0.0.0.0',
    default: '127.0.0.1',
  },
  dataDir: {
    name: 'DATA_DIR',
    schema: folder,
    must: 'a folder',
    example: '/var/lib/site',
    default: './data',
  },
  database: {
    name: 'DATABASE_URL',
    schema: databaseServer,
    must: `the URL of a PostgreSQL database with every host of its cluster, ${specialCharacters}, then at most one sslmode (disable, require or verify-full) and one sslrootcert`,
    example: 'postgres://user:password@db1.example.com,db2.example.com/site',
    secret: true,
  },
  databaseAuthority: {
    name: 'DATABASE_CA',
    schema: certificate,
    must: 'the text of a certificate file, from BEGIN to END',
    example: '"$(cat authority.crt)"',
  },
  requireSync: {
    name: 'REQUIRE_SYNC',
    schema: onOff,
    must: 'on, or off for a single database',
    example: 'on',
    default: 'off',
  },
  smtpServer: {
    name: 'SMTP_URL',
    schema: smtpServer,
    must: `the URL of a mail server, ${specialCharacters}`,
    example: 'smtp://user:password@mail.example.com:587',
    secret: true,
  },
  mailApiKey: {
    name: 'MAIL_API_KEY',
    schema: printable(8),
    must: 'a key of the mail service, without spaces',
    example: 're_0123456789abcdef',
    secret: true,
  },
  mailApiUrl: {
    name: 'MAIL_API_URL',
    schema: httpsUrl,
    must: 'the https URL that emails are posted to',
    example: 'https://api.resend.com/emails',
    default: 'https://api.resend.com/emails',
  },
  mailTo: {
    name: 'MAIL_TO',
    schema: emails,
    must: 'one or more email addresses, separated by commas, without names',
    example: 'owner@example.com,dispatch@example.com',
    default: business.email,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    schema: email,
    must: 'one email address, without a name',
    example: 'owner@example.com',
  },
  allowedOrigins: {
    name: 'ALLOWED_ORIGINS',
    schema: origins,
    must: 'origins separated by commas, each a scheme and a host without a path',
    example: 'https://www.example.com,https://example.com',
  },
  trustedProxyHops: {
    name: 'TRUSTED_PROXY_HOPS',
    schema: wholeNumber(0, 10),
    must: 'the number of proxies before the server, from 0 to 10',
    example: '1',
    default: '0',
  },
  retentionDays: {
    name: 'RETENTION_DAYS',
    schema: wholeNumber(1, 3_650),
    must: 'a whole number of days from 1 to 3650',
    example: '30',
    default: String(business.retentionDays),
  },
  alertWebhook: {
    name: 'ALERT_WEBHOOK_URL',
    schema: outsideUrl,
    must: 'an https:// address without a login (http:// only for this machine)',
    example: 'https://hooks.example.com/services/T0/B1',
    secret: true,
  },
  heartbeat: {
    name: 'HEARTBEAT_URL',
    schema: outsideUrl,
    must: 'an https:// address without a login (http:// only for this machine)',
    example: 'https://ping.example.com/7f3c',
    secret: true,
  },
  limits: {
    name: 'LIMITS',
    schema: onOff,
    must: 'on, or off for tests',
    example: 'on',
    default: 'on',
  },
  siteUrl: {
    name: 'SITE_URL',
    schema: origin,
    must: 'the public URL of the site, a scheme and a host without a path',
    example: 'https://www.example.com',
  },
  cronSecret: {
    name: 'CRON_SECRET',
    schema: printable(32),
    must: 'at least 32 characters without spaces that nobody can guess',
    example: '$(openssl rand -hex 32)',
    secret: true,
  },
} satisfies Record<string, Setting>;

/** One or more unusable settings. The message has one sentence per line, for whoever starts the server. */
export class SettingsError extends Error {}

export type Settings = ReturnType<typeof readSettings>;

/**
 * Reads all server settings. An empty value counts as unset, as in a `.env` that lists every name. Throws a
 * SettingsError that lists every bad one.
 */
export function readSettings(environment: Record<string, string | undefined>) {
  const { values, faults } = readTable(environment);
  const { database, databaseAuthority, mailApiKey, mailApiUrl, mailFrom, ...others } = values;
  if (others.smtpServer && mailApiKey) {
    faults.push('SMTP_URL and MAIL_API_KEY are both set: remove one, since only one of them can send email');
  }
  if (faults.length > 0) {
    throw new SettingsError(faults.join('\n'));
  }
  return {
    ...others,
    /** Absent: requests are saved in SQLite in DATA_DIR. */
    database: database && {
      ...database,
      ...(databaseAuthority ? { certificateAuthority: databaseAuthority } : {}),
    },
    /** Sends email over HTTPS. Without it and without an SMTP server, emails are only written to files. */
    mailApi: mailApiKey === undefined ? undefined : { url: mailApiUrl, key: mailApiKey },
    mailFrom: mailFrom ?? (others.mailTo[0] as string),
    allowedOrigins: others.allowedOrigins ?? [],
  };
}

/** The line to write into `.env`, for messages that ask for a setting. */
export function exampleOf(setting: keyof typeof table): string {
  const { name, example } = table[setting];
  return `${name}=${example}`;
}

type Values = {
  [Key in keyof typeof table]:
    | v.InferOutput<(typeof table)[Key]['schema']>
    | ((typeof table)[Key] extends { default: string } ? never : undefined);
};

function readTable(environment: Record<string, string | undefined>): { values: Values; faults: string[] } {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting>(table)) {
    const text = environment[setting.name]?.trim() || setting.default;
    const result = text === undefined ? undefined : v.safeParse(setting.schema, text);
    if (result?.success === false) {
      const fault = setting.secret ? 'cannot be used' : `is "${text}"`;
      faults.push(
        `${setting.name} ${fault}: it must be ${setting.must}, like ${setting.name}=${setting.example}`,
      );
    }
    values[key] = result?.success ? result.output : undefined;
  }
  // Each value is its schema's output, or undefined where a fault will be thrown.
  return { values: values as Values, faults };
}
