import * as v from 'valibot';
import { business } from '../content/business.ts';
import type { SettingName } from './setting-names.ts';
import {
  certificate,
  cronSecret,
  databaseUrl,
  dataDir,
  email,
  emails,
  host,
  type MailApi,
  mailApiKey,
  mailApiUrl,
  metricsPort,
  onOff,
  origins,
  outsideUrl,
  port,
  retentionDays,
  type Setting,
  siteUrl,
  smtpUrl,
  trustedProxyHops,
} from './setting-values.ts';
import type { DatabaseServer } from './store/postgres/database-url.ts';

/** One or more unusable settings. The message has one sentence per line, for whoever starts the server. */
export class SettingsError extends Error {}

type Environment = Record<string, string | undefined>;

export type Settings = ReturnType<typeof readSettings>;

/**
 * Reads all server settings. An empty value counts as unset, as in a `.env` that lists every name. Throws a
 * SettingsError that lists every bad one.
 */
export function readSettings(environment: Environment) {
  const faults: string[] = [];
  const mailTo = read('MAIL_TO', emails) ?? [business.email];
  const settings = {
    port: read('PORT', port) ?? 8080,
    host: read('HOST', host) ?? '127.0.0.1',
    dataDir: read('DATA_DIR', dataDir) ?? './data',
    /** Absent: requests are saved in SQLite in DATA_DIR. */
    database: readDatabase(),
    /** Whether to save requests only where a database standby confirms each commit. */
    requireSync: read('REQUIRE_SYNC', onOff('for a single database')) ?? false,
    /** Absent, with no mail API either: emails are only written to files. */
    smtpServer: read('SMTP_URL', smtpUrl),
    /** Sends email over HTTPS instead of SMTP. */
    mailApi: readMailApi(),
    /** Each address gets every email. */
    mailTo,
    mailFrom: read('MAIL_FROM', email) ?? (mailTo[0] as string),
    /** Days after which a delivered request is purged. */
    retentionDays: read('RETENTION_DAYS', retentionDays) ?? business.retentionDays,
    /** Other origins whose pages may call the function. */
    allowedOrigins: read('ALLOWED_ORIGINS', origins) ?? [],
    /** The number of our own proxies in front of the server: each appends an entry to X-Forwarded-For. */
    trustedProxyHops: read('TRUSTED_PROXY_HOPS', trustedProxyHops) ?? 0,
    /** Absent: no alerts are sent. */
    alertWebhook: read('ALERT_WEBHOOK_URL', outsideUrl('https://hooks.example.com/services/T0/B1')),
    heartbeat: read('HEARTBEAT_URL', outsideUrl('https://ping.example.com/7f3c')),
    /** Absent: no metrics are served. */
    metricsPort: read('METRICS_PORT', metricsPort),
    /** Whether rate limits and digests are on. Off only for load and browser tests. */
    limits: read('LIMITS', onOff('for tests')) ?? true,
    /** The public URL of the site; https turns HSTS on. */
    siteUrl: read('SITE_URL', siteUrl),
    /** The secret with which the scheduler calls a function (docs/supabase.md). */
    cronSecret: read('CRON_SECRET', cronSecret),
  };
  if (settings.smtpServer && settings.mailApi) {
    faults.push('SMTP_URL and MAIL_API_KEY are both set: remove one, since only one of them can send email');
  }
  if (faults.length > 0) {
    throw new SettingsError(faults.join('\n'));
  }
  return settings;

  function readDatabase(): DatabaseServer | undefined {
    const database = read('DATABASE_URL', databaseUrl);
    const certificateAuthority = read('DATABASE_CA', certificate);
    return database && { ...database, ...(certificateAuthority ? { certificateAuthority } : {}) };
  }

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
