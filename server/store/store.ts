import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../log/log.ts';
import type { RequestChannelData } from '../requests/channel-data.ts';
import type { DatabaseServer } from '../settings/connection-urls.ts';
import type { RequestStore } from './request-store.ts';
import { SchemaError } from './schema.ts';
import { assertDatabaseExists, databaseFile, openDatabase } from './sqlite/database.ts';
import { lockDataFolder } from './sqlite/server-lock.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

interface StoreSettings {
  dataDir: string;
  database?: DatabaseServer | undefined;
  requireSync: boolean;
}

/**
 * Opens the configured store for a server. Throws an error with an explanation if another server uses the SQLite file
 * in DATA_DIR, or if this version can't use the tables.
 */
export async function openStore(
  settings: StoreSettings,
  channels: readonly RequestChannelData[],
  log: Log,
): Promise<RequestStore> {
  const { database, dataDir } = settings;
  const file = join(dataDir, databaseFile);
  if (database && existsSync(file)) {
    log('sqlite_left_behind', { file });
  }
  const store = database
    ? await openSharedStore(settings, channels, log)
    : openSqliteStore(dataDir, log, { channels, isOnlyServer: lockDataFolder(dataDir) });
  try {
    await (database ? store.probeStatus() : openDatabase(dataDir).close());
  } catch (error) {
    // Other failures may be temporary. Until they end, the server still serves pages.
    if (error instanceof SchemaError) {
      throw new Error(`The server cannot start: ${error.message}.`);
    }
  }
  return store;
}

/**
 * Opens a store that other processes may be using: any PostgreSQL store, or the SQLite store for an owner's command.
 * The PostgreSQL code uses memory, so it is loaded only when needed.
 */
export async function openSharedStore(
  { database, requireSync, dataDir }: StoreSettings,
  channels: readonly RequestChannelData[],
  log: Log,
): Promise<RequestStore> {
  if (database) {
    const { openPostgresStore } = await import('./postgres/postgres-store.ts');
    return openPostgresStore({ server: database, channels, requireSync, log });
  }
  assertDatabaseExists(dataDir);
  return openSqliteStore(dataDir, log, { channels, isOnlyServer: false });
}
