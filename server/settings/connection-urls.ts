import { domainToASCII } from 'node:url';

/** The PostgreSQL server in DATABASE_URL. */
export interface DatabaseServer {
  /** One host, or all nodes of a cluster. The server uses the node that accepts writes. */
  hosts: readonly { host: string; port: number }[];
  user: string;
  password: string;
  database: string;
  /** `verify`: encrypted, with a valid certificate for the host. `encrypt`: accepts any certificate. */
  tls: 'verify' | 'encrypt' | 'off';
  /** The certificate authority's file or certificate text. If undefined, Node's trusted authorities apply. */
  certificateAuthority: string | undefined;
}

/** Our TLS modes, by some of libpq's names. Connections over a network are encrypted unless `disable` is set. */
const sslModes = new Map<string, DatabaseServer['tls']>([
  ['disable', 'off'],
  ['require', 'encrypt'],
  ['verify-full', 'verify'],
]);

/** Explains an unknown sslmode in a DATABASE_URL. Returns undefined if the sslmode is known or missing. */
export function explainSslModeFault(text: string): string | undefined {
  const [, mode] = /[?&]sslmode=([\w-]*)/.exec(text.slice(text.lastIndexOf('?'))) ?? [];
  return mode === undefined || sslModes.has(mode)
    ? undefined
    : `its sslmode is "${mode}". Use disable, require or verify-full`;
}

/** Parses postgres://user:password@host:5432/database, with one or more comma-separated hosts. */
export function parseDatabaseUrl(text: string): DatabaseServer | undefined {
  const [, login, hostList = '', rest] = /^(postgres(?:ql)?:\/\/[^@/]+@)([^/]+)(\/.+)$/.exec(text) ?? [];
  const urls = hostList.split(',').map((host) => URL.parse(`${login}${host}${rest}`));
  const [url] = urls;
  if (!url || !urls.every((each) => each?.hostname && each.port !== '0')) {
    return undefined;
  }
  const hosts = urls.map((each) => parseHostAndPort(each as URL, 5432));
  const isLocal = hosts.every(({ host }) => isLoopback(host));
  const { sslmode, sslrootcert, ...unknown } = Object.fromEntries(url.searchParams);
  const tls = sslmode === undefined ? (isLocal ? 'off' : 'verify') : sslModes.get(sslmode);
  const [user, password, database] = [url.username, url.password, url.pathname.slice(1)].map(decodePart);
  return user && password !== undefined && database && tls && Object.keys(unknown).length === 0
    ? { hosts, user, password, database, tls, certificateAuthority: sslrootcert }
    : undefined;
}

/** The mail server in SMTP_URL. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (smtps). */
  secure: boolean;
  login: { user: string; pass: string } | undefined;
}

/** Parses smtp:// (by default port 587) and smtps:// (by default port 465), with or without a login. */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = /^smtps?:\/\/[^/?#]+\/?$/.test(text) ? URL.parse(text) : undefined;
  const [user, pass] = [url?.username ?? '', url?.password ?? ''].map(decodePart);
  if (!url?.hostname || user === undefined || pass === undefined || Boolean(user) !== Boolean(pass)) {
    return undefined;
  }
  const secure = url.protocol === 'smtps:';
  return { ...parseHostAndPort(url, secure ? 465 : 587), secure, login: user ? { user, pass } : undefined };
}

function parseHostAndPort({ hostname, port }: URL, defaultPort: number): { host: string; port: number } {
  // Decode the name, because URL leaves one like "correo.español.example" percent-encoded in schemes like smtp.
  const host = domainToASCII(decodePart(hostname) ?? '');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) || defaultPort };
}

/** Whether a host is this machine, so that nobody on a network can eavesdrop. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host);
}

/**
 * Decodes one part of a URL as browsers do (URL Standard, "percent-decode"). Keeps a "%" without two hex digits.
 * Returns undefined if the bytes are not UTF-8, as in "50%abc", where the writer probably meant a plain "%".
 */
export function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return undefined;
  }
}
