import * as v from 'valibot';
import { business } from '../../content/business.ts';
import { isLoopback, parseDatabaseUrl, parseSmtpUrl } from './connection-urls.ts';

// The allowed values of the settings. In error messages, each description follows "it must be".

export function wholeNumber(min: number, max: number) {
  return v.pipe(
    v.string(),
    v.digits(),
    v.transform(Number),
    v.minValue(min),
    v.maxValue(max),
    v.description(`a whole number from ${min} to ${max}`),
  );
}

/**
 * The days from a request's delivery until its last copy is deleted. More days would break the promise in the privacy
 * section. One day is too short, because a backup is kept until the next day's backup.
 */
export const retentionDays = v.pipe(
  wholeNumber(2, business.retentionDays),
  v.description(
    `a whole number from 2 to ${business.retentionDays}, the \`retentionDays\` in content/business.json that the privacy section promises`,
  ),
);

export const onOff = v.pipe(
  v.picklist(['on', 'off']),
  v.transform((text) => text === 'on'),
  v.description('on or off'),
);

export const printable = (minLength: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[\x21-\x7e]+$/),
    v.minLength(minLength),
    v.description(`at least ${minLength} characters without spaces`),
  );

/**
 * A hint for URLs. Unescaped, these characters could cut off or alter a password (Docker Compose would replace a `$`).
 */
export const passwordEscapes =
  'where % @ # / ? $ in the username and password are written %25 %40 %23 %2F %3F %24';

export const databaseServer = v.pipe(
  v.string(),
  v.transform(parseDatabaseUrl),
  v.check((server) => server !== undefined),
  v.description(`like postgres://user:password@db1.example.com,db2.example.com/site, ${passwordEscapes}`),
);

/** A certificate's text, for environments without files, such as a Supabase function. */
export const certificate = v.pipe(
  v.string(),
  v.regex(/^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/),
  v.description('the text of a certificate file, from BEGIN to END'),
);

export const smtpServer = v.pipe(
  v.string(),
  v.transform(parseSmtpUrl),
  v.check((server) => server !== undefined),
  v.description(`like smtp://user:password@mail.example.com:587, ${passwordEscapes}`),
);

const url = v.pipe(
  v.string(),
  v.transform((text) => URL.parse(text)),
  v.nonNullable(v.instance(URL)),
);

/** A URL that the server calls. It can't contain a login, because `fetch` rejects such URLs. */
export const outsideUrl = v.pipe(
  url,
  v.check(
    ({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)),
  ),
  v.check(({ username, password }) => username === '' && password === ''),
  v.transform(({ href }) => href),
  v.description('an https:// URL without a login (http:// only for this machine)'),
);

export const alarmsFor = v.pipe(
  v.picklist(['emergency', 'all']),
  v.transform((text) => (text === 'all' ? ('untaken' as const) : ('untakenEmergencies' as const))),
  v.description('emergency or all'),
);

/** "https://www.example.com" as browsers write it in `Origin`: lower case, no path, no default port. */
export const origin = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => !/[?#@]/.test(text)),
  url,
  v.check(({ protocol, pathname }) => /^https?:$/.test(protocol) && pathname === '/'),
  v.transform((url) => url.origin),
  v.description('a URL without a path, like https://www.example.com'),
);

export const origins = v.pipe(
  v.string(),
  v.transform((text) => text.split(',')),
  v.array(origin),
  v.description('URLs without a path, separated by commas, like https://www.example.com'),
);

const atom = String.raw`[\w!#$%&'*+/=?^{|}~\x60-]+`;
const label = String.raw`[a-z\d]([\w-]*[a-z\d])?`;

/**
 * One addr-spec of plain characters, without quotes (RFC 5322, 3.4.1, dot-atom). Mail programs can't read it
 * as two addresses, and mail servers can't reject it because of its dots.
 */
export const email = v.pipe(
  v.string(),
  v.regex(new RegExp(`^${atom}(\\.${atom})*@${label}(\\.${label})*$`, 'i')),
  // A domain that ends in a number would become an IPv4 address: "a@4" would become "a@0.0.0.4" (URL
  // Standard, 3.5, "ends in a number"). No top-level domain is a number (RFC 3696, 2).
  v.check((text) => !/[@.](\d+|0x[\da-f]*)$/i.test(text)),
  v.description('one email address, without a name'),
);

export const emails = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(text.split(',').map((address) => address.trim()))]),
  v.array(email),
  v.description('one or more email addresses, separated by commas, without names'),
);
