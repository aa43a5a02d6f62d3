import * as v from 'valibot';
import { type DatabaseServer, readDatabaseUrl } from './store/postgres/database-url.ts';

/** The validation of each setting, and its error message. */
export interface Setting<Value> {
  schema: v.GenericSchema<string, Value>;
  /** Completes the sentence "NAME is …: it must be". */
  must: string;
  example: string;
  /** The value contains a password: never print it. */
  secret?: boolean;
}

function wholeNumber(least: number, most: number) {
  return v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(least), v.maxValue(most));
}

export const port = {
  schema: wholeNumber(0, 65_535),
  must: 'a whole number from 0 (any free port) to 65535',
  example: '8080',
};

export const metricsPort = { ...port, example: '9100' };

export const host = {
  schema: v.pipe(v.string(), v.regex(/^[\w.:-]+$/)),
  must: 'an IP address or host name of this machine',
  example: '0.0.0.0',
};

export const dataDir = {
  schema: v.pipe(v.string(), v.excludes('\0')),
  must: 'a folder',
  example: '/var/lib/site',
};

export const databaseUrl = {
  schema: v.pipe(v.string(), v.transform(readDatabaseUrl), v.nonOptional(v.custom<DatabaseServer>(Boolean))),
  must: 'the URL of a PostgreSQL database with every host of its cluster, then at most one sslmode (disable, require or verify-full) and one sslrootcert',
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
export const smtpUrl = {
  schema: v.pipe(
    v.string(),
    v.transform((text) => URL.parse(text)),
    v.nonNullable(v.instance(URL)),
    v.check(({ protocol, hostname }) => /^smtps?:$/.test(protocol) && hostname !== ''),
    v.check(({ pathname, search, hash }) => /^\/?$/.test(pathname) && !search && !hash),
    v.check(({ username, password }) => Boolean(username) === Boolean(password)),
    v.transform(smtpServerOf),
  ),
  must: 'the URL of a mail server',
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

/** For environments without files, such as a Supabase function. */
export const certificate = {
  schema: v.pipe(v.string(), v.regex(/^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/)),
  must: 'the text of a certificate file, from BEGIN to END',
  example: '"$(cat authority.crt)"',
};

export const mailApiKey = {
  schema: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{8,}$/)),
  must: 'a key of the mail service, without spaces',
  example: 're_0123456789abcdef',
  secret: true,
};

/** For a service compatible with Resend's API. */
export const mailApiUrl = {
  schema: v.pipe(v.string(), v.url(), v.startsWith('https://')),
  must: 'the https URL that emails are posted to',
  example: 'https://api.resend.com/emails',
};

export const cronSecret = {
  schema: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{32,}$/)),
  must: 'at least 32 characters without spaces that nobody can guess',
  example: '$(openssl rand -hex 32)',
  secret: true,
};

/** Whether a host is this machine, where nobody can eavesdrop. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host);
}

/** A URL that the server calls. It is secret because such URLs often contain a token. */
export function outsideUrl(example: string) {
  return {
    schema: v.pipe(
      v.string(),
      v.transform((text) => URL.parse(text)),
      v.nonNullable(v.instance(URL)),
      v.check(
        ({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)),
      ),
      // fetch refuses a login in a URL.
      v.check(({ username, password }) => username === '' && password === ''),
      v.transform(({ href }) => href),
    ),
    must: 'an https:// address without a login (http:// only for this machine)',
    example,
    secret: true,
  };
}

/** A password may contain a bare "%" that does not start an escape. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const atom = String.raw`[\w!#$%&'*+/=?^{|}~\x60-]+`;
const label = String.raw`[a-z\d]([\w-]*[a-z\d])?`;

/**
 * One addr-spec of plain characters, without quotes (RFC 5322, 3.4.1, dot-atom): nothing that an email header
 * could read as two addresses, or that a mail server could refuse for its dots. A domain that ends in a number
 * would be written as an IPv4 address, "a@4" as "a@0.0.0.4" (URL Standard, 3.5, "ends in a number"); no mail
 * domain does (RFC 3696, 2).
 */
const plainEmail = v.pipe(
  v.string(),
  v.regex(new RegExp(`^${atom}(\\.${atom})*@${label}(\\.${label})*$`, 'i')),
  v.check((text) => !/[@.](\d+|0x[\da-f]*)$/i.test(text)),
);

export function isPlainEmail(text: string): boolean {
  return v.is(plainEmail, text);
}

export const email = {
  schema: plainEmail,
  must: 'one email address, without a name',
  example: 'owner@example.com',
};

export const emails = {
  schema: v.pipe(
    v.string(),
    v.transform((text) => [...new Set(text.split(',').map((address) => address.trim()))]),
    v.array(plainEmail),
  ),
  must: 'one or more email addresses, separated by commas, without names',
  example: 'owner@example.com,dispatch@example.com',
};

export const retentionDays = {
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

export const origins = {
  schema: v.pipe(
    v.string(),
    v.transform((text) => text.split(',')),
    v.array(origin),
  ),
  must: 'origins separated by commas, each a scheme and a host without a path',
  example: 'https://www.example.com,https://example.com',
};

export const trustedProxyHops = {
  schema: wholeNumber(0, 10),
  must: 'the number of proxies before the server, from 0 to 10',
  example: '1',
};

export function onOff(offIs: string) {
  return {
    schema: v.pipe(
      v.picklist(['on', 'off']),
      v.transform((text) => text === 'on'),
    ) as v.GenericSchema<string, boolean>,
    must: `on, or off ${offIs}`,
    example: 'on',
  };
}

export const siteUrl = {
  schema: origin,
  must: 'the public URL of the site, a scheme and a host without a path',
  example: 'https://www.example.com',
};
