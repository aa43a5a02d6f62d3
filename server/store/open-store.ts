import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { RequestStore } from './request-store.ts';
import { openSqliteStore, type SqliteOptions } from './sqlite/sqlite-store.ts';

/** Opens the configured store. The PostgreSQL code takes memory, so it is loaded only when used. */
export async function openStore(
  { database, requireSync, dataDir }: Pick<Settings, 'database' | 'requireSync' | 'dataDir'>,
  log: Log,
  options: Pick<SqliteOptions, 'besideServer'> = {},
): Promise<RequestStore> {
  if (database === undefined) {
    return openSqliteStore(dataDir, log, options);
  }
  if (existsSync(join(dataDir, 'requests.sqlite'))) {
    log('sqlite_left_behind', { file: join(dataDir, 'requests.sqlite') });
  }
  const { openPostgresStore } = await import('./postgres/postgres-store.ts');
  return openPostgresStore({ server: database, requireSync, log });
}
