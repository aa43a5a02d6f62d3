/** The PostgreSQL server in DATABASE_URL. */
export interface DatabaseServer {
  /** One host, or all nodes of a cluster; the one that accepts writes is used. */
  hosts: readonly { host: string; port: number }[];
  user: string;
  password: string;
  database: string;
  /** `verify`: encrypted, with a valid certificate for the host. `encrypt`: accepts any certificate. */
  tls: 'verify' | 'encrypt' | 'off';
  /** The certificate authority: its file, or the certificate's text. Without it, those that Node trusts. */
  certificateAuthority: string | undefined;
}

const form = /^postgres(?:ql)?:\/\/([^:@/]+)(?::([^@/]*))?@([^@/?]+)\/([^/?#]+)(?:\?([^#]*))?$/;

/** libpq's names. Connections over a network are encrypted unless `disable` is set. */
const sslModes = new Map<string, DatabaseServer['tls']>([
  ['disable', 'off'],
  ['require', 'encrypt'],
  ['verify-full', 'verify'],
]);

/** Parses postgres://user:password@host:5432/database, with one or more comma-separated hosts. */
export function readDatabaseUrl(text: string): DatabaseServer | undefined {
  const [, user = '', password = '', hostList = '', database = '', query = ''] = form.exec(text) ?? [];
  const hosts = hostList.split(',').map(readHost);
  const parameters = new URLSearchParams(query);
  const { sslmode, sslrootcert, ...unknown } = Object.fromEntries(parameters);
  const isLocal = hosts.every((host) => host !== undefined && isLoopback(host.host));
  const tls = sslmode === undefined ? (isLocal ? 'off' : 'verify') : sslModes.get(sslmode);
  // A repeated name: the weaker of two modes must not win because it comes last.
  const isAmbiguous = ['sslmode', 'sslrootcert'].some((name) => parameters.getAll(name).length > 1);
  const isUnclear = isAmbiguous || sslrootcert === '' || Object.keys(unknown).length > 0;
  const [name, secret, dbname] = [user, password, database].map((part) => decodePart(part));
  if (name === undefined || secret === undefined || dbname === undefined || tls === undefined || isUnclear) {
    return undefined;
  }
  return hosts.every((host) => host !== undefined)
    ? { hosts, user: name, password: secret, database: dbname, tls, certificateAuthority: sslrootcert }
    : undefined;
}

function readHost(text: string): DatabaseServer['hosts'][number] | undefined {
  const url = URL.parse(`postgres://${text}`);
  return url?.hostname && url.port !== '0'
    ? { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || 5432 }
    : undefined;
}

/** Whether a host is this machine, where nobody can eavesdrop. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host);
}

/**
 * Decodes one part of a URL as browsers do (URL Standard, "percent-decode"): a "%" that starts no escape is
 * literal, whatever else is escaped. Undefined if an escape is no part of a character, as in "50%abc": the
 * writer meant something else.
 */
export function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return undefined;
  }
}
