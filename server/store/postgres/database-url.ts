/** Where PostgreSQL is, as DATABASE_URL says. */
export interface DatabaseServer {
  /** One, or all nodes of a cluster: whichever takes writes is used. */
  hosts: readonly { host: string; port: number }[];
  user: string;
  password: string;
  database: string;
  /** `verify`: encrypted, and the certificate must be the host's. `encrypt`: any certificate will do. */
  tls: 'verify' | 'encrypt' | 'off';
  /** File of the authority that signs the certificates; without it, those that Node trusts. */
  certificateAuthority: string | undefined;
}

const form = /^postgres(?:ql)?:\/\/([^:@/]+)(?::([^@/]*))?@([^@/?]+)\/([^/?#]+)(?:\?([^#]*))?$/;

/** As libpq names them. A password over a network goes encrypted, unless `disable` says otherwise. */
const sslModes: Record<string, DatabaseServer['tls']> = {
  disable: 'off',
  require: 'encrypt',
  'verify-full': 'verify',
};

/** postgres://user:password@host:5432/database, or with several hosts separated by commas. */
export function readDatabaseUrl(text: string): DatabaseServer | undefined {
  const [, user, password = '', hostList = '', database = '', query = ''] = form.exec(text) ?? [];
  const hosts = hostList.split(',').map(readHost);
  const { sslmode, sslrootcert, ...unknown } = Object.fromEntries(new URLSearchParams(query));
  const tls = sslmode === undefined ? tlsFor(hostList) : sslModes[sslmode];
  if (user === undefined || tls === undefined || Object.keys(unknown).length > 0) {
    return undefined;
  }
  return hosts.every((host) => host !== undefined)
    ? {
        hosts,
        user: decode(user),
        password: decode(password),
        database: decode(database),
        tls,
        certificateAuthority: sslrootcert,
      }
    : undefined;
}

function readHost(text: string): DatabaseServer['hosts'][number] | undefined {
  const url = URL.parse(`postgres://${text}`);
  return url?.hostname
    ? { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || 5432 }
    : undefined;
}

function tlsFor(hostList: string): DatabaseServer['tls'] {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
  return hostList.split(',').every((host) => isLocal.test(host)) ? 'off' : 'verify';
}

/** A password may hold a bare "%", which is no escape. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
