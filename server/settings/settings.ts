import * as v from 'valibot';
import { business } from '../../content/business.ts';
import { isWithinOneEdit } from '../../contract/is-within-one-edit.ts';
import { explainSslModeFault } from './connection-urls.ts';
import * as schemas from './schemas.ts';
import { unquote } from './unquote.ts';

interface Setting {
  name: string;
  /** Validates a value. In an error message, the schema's description follows "it must be". */
  schema: v.GenericSchema<string, unknown>;
  /** The default value, written as in the environment. */
  default?: string;
  /** Marks a value that may contain a password or a token, which must never be printed. */
  secret?: true;
  /** Explains a bad value, if that is clearer than the description. Must not quote a secret. */
  explain?: (value: string) => string | undefined;
}

/** All settings of the server and of Supabase's functions, in the order of docs/reference.md, which explains them. */
export const settingDefinitions = {
  port: { name: 'PORT', schema: schemas.wholeNumber(0, 65_535), default: '8080' },
  host: { name: 'HOST', schema: v.string(), default: '127.0.0.1' },
  dataDir: { name: 'DATA_DIR', schema: v.string(), default: './data' },
  database: {
    name: 'DATABASE_URL',
    schema: schemas.databaseServer,
    secret: true,
    explain: explainSslModeFault,
  },
  databaseAuthority: { name: 'DATABASE_CA', schema: schemas.certificate },
  requireSync: { name: 'REQUIRE_SYNC', schema: schemas.onOff, default: 'off' },
  smtpServer: { name: 'SMTP_URL', schema: schemas.smtpServer, secret: true },
  mailApiKey: { name: 'MAIL_API_KEY', schema: schemas.printable(8), secret: true },
  mailApiUrl: { name: 'MAIL_API_URL', schema: schemas.outsideUrl, default: 'https://api.resend.com/emails' },
  mailTo: { name: 'MAIL_TO', schema: schemas.emails, default: business.email },
  mailFrom: { name: 'MAIL_FROM', schema: schemas.email },
  allowedOrigins: { name: 'ALLOWED_ORIGINS', schema: schemas.origins },
  trustedProxyHops: { name: 'TRUSTED_PROXY_HOPS', schema: schemas.wholeNumber(0, 10), default: '0' },
  retentionDays: {
    name: 'RETENTION_DAYS',
    schema: schemas.retentionDays,
    default: String(business.retentionDays),
  },
  pagingUrls: { name: 'PAGE_URL', schema: v.string(), secret: true },
  alarmsFor: { name: 'PAGE_FOR', schema: schemas.alarmsFor, default: 'emergency' },
  alarmDetails: { name: 'PAGE_DETAILS', schema: schemas.onOff },
  heartbeat: { name: 'HEARTBEAT_URL', schema: schemas.outsideUrl, secret: true },
  limits: { name: 'LIMITS', schema: schemas.onOff, default: 'on' },
  siteUrl: { name: 'SITE_URL', schema: schemas.origin },
  cronSecret: { name: 'CRON_SECRET', schema: schemas.printable(32), secret: true },
} satisfies Record<string, Setting>;

/** Reports unusable settings, each on its own line, for the person who starts the server or runs a command. */
export class SettingsError extends Error {}

export type Settings = ReturnType<typeof readSettings>;

/**
 * Reads all settings. An empty value counts as unset, so a `.env` may list every name. Throws a SettingsError that
 * lists every fault, except in the URLs of PAGE_URL, which `readPaging` reads.
 */
export function readSettings(environment: Record<string, string | undefined>) {
  const faults = findMisspelledNames(environment);
  const values = readValues(environment, faults);
  const { database, databaseAuthority, mailApiKey, mailApiUrl, mailFrom, ...otherValues } = values;
  const { pagingUrls: urls, alarmsFor: accepts, alarmDetails: details, ...others } = otherValues;
  if (others.smtpServer && mailApiKey) {
    faults.push('SMTP_URL and MAIL_API_KEY are both set: remove one, since only one of them can send email');
  }
  if (urls && !others.siteUrl) {
    faults.push('PAGE_URL is set without SITE_URL: set SITE_URL, because alarms link to the site');
  }
  if (faults.length > 0) {
    throw new SettingsError(faults.join('\n'));
  }
  return {
    ...others,
    /** If undefined, requests are saved in SQLite in DATA_DIR. */
    database: database && {
      ...database,
      certificateAuthority: databaseAuthority ?? database.certificateAuthority,
    },
    /** Sends email over HTTPS. Without this and an SMTP server, emails are only written to files. */
    mailApi: mailApiKey === undefined ? undefined : { url: mailApiUrl, key: mailApiKey },
    /** server/paging/recipients.ts parses the URLs, because each service has its own URL format. */
    paging: { urls, accepts, details, siteUrl: others.siteUrl ?? '', origin: others.siteUrl ?? '' },
    mailFrom: mailFrom ?? (others.mailTo[0] as string),
    allowedOrigins: others.allowedOrigins ?? [],
  };
}

/** Returns a sentence for each name that differs from a setting's by one edit, like PAGE_URLS or SMPT_URL. */
function findMisspelledNames(environment: Record<string, string | undefined>): string[] {
  const names = Object.values(settingDefinitions).map(({ name }) => name);
  return Object.keys(environment).flatMap((found) =>
    names
      // Other programs may have settings with short names like ours, for example POST.
      .filter((name) => name.length >= 6 && !names.includes(found) && isWithinOneEdit(found, name))
      .map((name) => `${found} is not a setting: did you mean ${name}?`),
  );
}

type Values = {
  [Key in keyof typeof settingDefinitions]:
    | v.InferOutput<(typeof settingDefinitions)[Key]['schema']>
    | ((typeof settingDefinitions)[Key] extends { default: string } ? never : undefined);
};

/** Reads each value as its schema's output. A faulty value becomes undefined and adds a fault. */
function readValues(environment: Record<string, string | undefined>, faults: string[]): Values {
  const values = Object.entries<Setting>(settingDefinitions).map(([key, setting]) => {
    const { name, schema, secret, explain, default: preset } = setting;
    const text = unquote(environment[name]?.trim() ?? '').trim() || preset;
    const result = text === undefined ? undefined : v.safeParse(schema, text);
    if (result?.success === false) {
      const fault = secret ? 'cannot be used' : `is "${text}"`;
      const explanation = explain?.(text ?? '') ?? `it must be ${v.getDescription(schema)}`;
      faults.push(`${name} ${fault}: ${explanation}`);
    }
    return [key, result?.success ? result.output : undefined];
  });
  return Object.fromEntries(values);
}
