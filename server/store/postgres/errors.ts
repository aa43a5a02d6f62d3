import { ValiError } from 'valibot';
import { StoreUnavailableError } from '../../queue/transaction.ts';
import type { DatabaseServer } from '../../settings/connection-urls.ts';

/** An error that a setting may have caused. The message names the setting. */
export class MisconfiguredDatabaseError extends StoreUnavailableError {}

/** The oldest supported version. */
const oldestPostgresVersion = 15;

export type Host = DatabaseServer['hosts'][number];

/** Converts an error for the log. Omits PostgreSQL's own text, which may quote visitor input. */
export function toStoreError(error: unknown, server: DatabaseServer, host?: Host): StoreUnavailableError {
  if (error instanceof StoreUnavailableError) {
    return error;
  }
  const { code, constraint, message = '' } = Object(error) as Record<string, string | undefined>;
  const isUntrusted = /SELF_SIGNED|^UNABLE_TO_/.test(code ?? '');
  const sentence = isUntrusted ? unknownAuthority : sentences(server)[code ?? message];
  if (sentence === undefined) {
    const parts = [code ?? (host ? 'no connection' : 'connection lost'), constraint];
    return new StoreUnavailableError(`PostgreSQL: ${parts.filter(Boolean).join(', ')}`);
  }
  const location = host ? ` at ${host.host}:${host.port}` : '';
  return new MisconfiguredDatabaseError(
    `DATABASE_URL: PostgreSQL${location} ${sentence}${code ? ` (${code})` : ''}`,
  );
}

const sentences = ({ user, database }: DatabaseServer): Record<string, string> => ({
  '28P01': `refuses the password of "${user}"`,
  '28000': `does not allow connections from here as "${user}": add them to its pg_hba.conf`,
  '3D000': `has no database "${database}"`,
  '42501': `does not give "${user}" the rights it needs: as an administrator, run: grant create on database "${database}" to "${user}"`,
  '53300': 'has no free connections: raise its max_connections, or put PgBouncer in front of it',
  ECONNREFUSED: 'does not accept connections',
  ENOTFOUND: 'has an unknown host name',
  'timeout expired': 'does not answer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'presented a certificate for another host',
  'The server does not support SSL connections':
    'does not support TLS: end the URL with ?sslmode=disable if you trust the network',
});

const unknownAuthority =
  'presented a certificate from an unknown authority: point to its file with ?sslrootcert=FILE, or set DATABASE_CA to the contents of that file';

/**
 * Whether an error concerns only one call, so the database still works. Examples are data_exception, PL/pgSQL errors,
 * and the usual errors of bugs in our own code.
 */
export function isAboutOneCall(error: unknown): boolean {
  const { severity, code = '' } = Object(error) as { severity?: string; code?: string };
  const isBug = error instanceof TypeError || error instanceof RangeError || error instanceof ValiError;
  return isBug || (severity === 'ERROR' && /^(22|23|P0)/.test(code));
}

/** PostgreSQL's state, read at the start of each transaction. */
export interface DatabaseState {
  version: number;
  encoding: string;
  readOnly: boolean;
  synchronousCommit: string;
  standbys: string;
  now: number;
}

export const readStateSql = `
  select current_setting('server_version_num')::int as version,
         current_setting('server_encoding') as encoding,
         current_setting('transaction_read_only') = 'on' as "readOnly",
         current_setting('synchronous_commit') as "synchronousCommit",
         current_setting('synchronous_standby_names') as standbys,
         (extract(epoch from clock_timestamp()) * 1000)::bigint as now`;

/**
 * Throws unless requests may be saved in this database. Checks `transaction_read_only` instead of
 * `pg_is_in_recovery()`, because a server that has finished recovery may still be read-only.
 */
export function assertUsable(state: DatabaseState, requireSync: boolean): void {
  const { version, encoding, readOnly, synchronousCommit, standbys } = state;
  const fault = [
    version < oldestPostgresVersion * 10_000 &&
      `DATABASE_URL: this is PostgreSQL ${Math.floor(version / 10_000)}; the oldest supported version is ${oldestPostgresVersion}`,
    encoding !== 'UTF8' &&
      `DATABASE_URL: the database's encoding is ${encoding}, which cannot store every letter. Create a new database with: create database site encoding 'UTF8' template template0`,
    requireSync &&
      (standbys === '' || !['on', 'remote_apply'].includes(synchronousCommit)) &&
      "REQUIRE_SYNC is on, but PostgreSQL isn't waiting for any standby: set synchronous_commit = on and, for example, synchronous_standby_names = 'ANY 1 (b, c)'",
  ].find((sentence) => sentence !== false);
  if (readOnly) {
    throw new StoreUnavailableError('PostgreSQL: accepts no writes right now');
  } else if (fault !== undefined) {
    throw new MisconfiguredDatabaseError(fault);
  }
}
