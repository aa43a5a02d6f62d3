import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { RequestStore } from './request-store.ts';
import { databaseFile } from './sqlite/database.ts';
import { lockDataFolder } from './sqlite/server-lock.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

interface StoreOptions {
  /** For the owner's commands: a server may have it open. */
  besideServer?: boolean;
}

/**
 * Opens the configured store. Throws an explanation if another server uses DATA_DIR. The PostgreSQL code takes
 * memory, so it is loaded only when used.
 */
export async function openStore(
  { database, requireSync, dataDir }: Pick<Settings, 'database' | 'requireSync' | 'dataDir'>,
  log: Log,
  { besideServer = false }: StoreOptions = {},
): Promise<RequestStore> {
  if (database !== undefined) {
    if (existsSync(join(dataDir, databaseFile))) {
      log('sqlite_left_behind', { file: join(dataDir, databaseFile) });
    }
    const { openPostgresStore } = await import('./postgres/postgres-store.ts');
    return openPostgresStore({ server: database, requireSync, log });
  } else if (besideServer) {
    return openSqliteStore(dataDir, log, { besideServer });
  } else {
    return openSqliteStore(dataDir, log, { isAlone: await lockDataFolder(dataDir) });
  }
}
