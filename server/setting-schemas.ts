import * as v from 'valibot';
import { type DatabaseServer, decodePart, isLoopback, readDatabaseUrl } from './connection-urls.ts';

export function wholeNumber(least: number, most: number) {
  return v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(least), v.maxValue(most));
}

export const onOff = v.pipe(
  v.picklist(['on', 'off']),
  v.transform((text) => text === 'on'),
);

export const printable = (least: number) => v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/), v.minLength(least));

export const host = v.pipe(v.string(), v.regex(/^[\w.:-]+$/));

export const folder = v.pipe(v.string(), v.excludes('\0'));

export const databaseServer = v.pipe(
  v.string(),
  v.transform(readDatabaseUrl),
  v.nonOptional(v.custom<DatabaseServer>(Boolean)),
);

/** For environments without files, such as a Supabase function. */
export const certificate = v.pipe(
  v.string(),
  v.regex(/^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/),
);

const url = v.pipe(
  v.string(),
  v.transform((text) => URL.parse(text)),
  v.nonNullable(v.instance(URL)),
);

export const httpsUrl = v.pipe(v.string(), v.url(), v.startsWith('https://'));

/** A URL that the server calls. fetch refuses a login in a URL. */
export const outsideUrl = v.pipe(
  url,
  v.check(
    ({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)),
  ),
  v.check(({ username, password }) => username === '' && password === ''),
  v.transform(({ href }) => href),
);

/** "https://www.example.com" as browsers write it in `Origin`: lower case, no path, no default port. */
export const origin = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => !/[?#@]/.test(text)),
  url,
  v.check(({ protocol, pathname }) => /^https?:$/.test(protocol) && pathname === '/'),
  v.transform((url) => url.origin),
);

export const origins = v.pipe(
  v.string(),
  v.transform((text) => text.split(',')),
  v.array(origin),
);

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (smtps). */
  secure: boolean;
  login: { user: string; pass: string } | undefined;
}

/** smtp:// (587, STARTTLS) and smtps:// (465). */
export const smtpServer = v.pipe(
  url,
  v.check(({ protocol, hostname }) => /^smtps?:$/.test(protocol) && hostname !== ''),
  v.check(({ pathname, search, hash }) => /^\/?$/.test(pathname) && !search && !hash),
  v.check(({ username, password }) => Boolean(username) === Boolean(password)),
  v.transform(smtpServerOf),
  v.nonOptional(v.custom<SmtpServer>(Boolean)),
);

function smtpServerOf({ protocol, hostname, port, username, password }: URL): SmtpServer | undefined {
  const secure = protocol === 'smtps:';
  // As https, since other schemes leave a name like "correo.español.example" as it was typed.
  const host = URL.parse(`https://${decodePart(hostname)}`)?.hostname.replace(/^\[|\]$/g, '');
  const [user, pass] = [username, password].map(decodePart);
  return host === undefined || user === undefined || pass === undefined
    ? undefined
    : { host, port: Number(port) || (secure ? 465 : 587), secure, login: user ? { user, pass } : undefined };
}

const atom = String.raw`[\w!#$%&'*+/=?^{|}~\x60-]+`;
const label = String.raw`[a-z\d]([\w-]*[a-z\d])?`;

/**
 * One addr-spec of plain characters, without quotes (RFC 5322, 3.4.1, dot-atom): nothing that an email header
 * could read as two addresses, or that a mail server could refuse for its dots. A domain that ends in a number
 * would be written as an IPv4 address, "a@4" as "a@0.0.0.4" (URL Standard, 3.5, "ends in a number"); no mail
 * domain does (RFC 3696, 2).
 */
export const email = v.pipe(
  v.string(),
  v.regex(new RegExp(`^${atom}(\\.${atom})*@${label}(\\.${label})*$`, 'i')),
  v.check((text) => !/[@.](\d+|0x[\da-f]*)$/i.test(text)),
);

export function isPlainEmail(text: string): boolean {
  return v.is(email, text);
}

export const emails = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(text.split(',').map((address) => address.trim()))]),
  v.array(email),
);
