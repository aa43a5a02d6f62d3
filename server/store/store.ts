import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../log/log.ts';
import type { DeliveryRoute } from '../requests/routes.ts';
import type { DatabaseServer } from '../settings/connection-urls.ts';
import type { RequestStore } from './request-store.ts';
import { SchemaError } from './schema.ts';
import { assertRequestsIn, databaseFile, openDatabase } from './sqlite/database.ts';
import { lockDataFolder } from './sqlite/server-lock.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

interface StoreSettings {
  dataDir: string;
  database?: DatabaseServer | undefined;
  requireSync: boolean;
}

/**
 * Opens the configured store for a server. Throws an explanation if another server uses DATA_DIR, or if the
 * requests were saved by a version that this one cannot continue.
 */
export async function openStore(
  settings: StoreSettings,
  routes: readonly DeliveryRoute[],
  log: Log,
): Promise<RequestStore> {
  const { database, dataDir } = settings;
  const file = join(dataDir, databaseFile);
  if (database && existsSync(file)) {
    log('sqlite_left_behind', { file });
  }
  const store = database
    ? await openStoreBesideServer(settings, routes, log)
    : openSqliteStore(dataDir, log, { routes, isAlone: lockDataFolder(dataDir) });
  try {
    await (database ? store.status() : openDatabase(dataDir).close());
  } catch (error) {
    // Any other failure may pass, and pages are served meanwhile.
    if (error instanceof SchemaError) {
      throw new Error(`The server cannot start: ${error.message}.`);
    }
  }
  return store;
}

/** The same for the owner's commands. The PostgreSQL code takes memory, so it is loaded only when used. */
export async function openStoreBesideServer(
  { database, requireSync, dataDir }: StoreSettings,
  routes: readonly DeliveryRoute[],
  log: Log,
): Promise<RequestStore> {
  if (database) {
    const { openPostgresStore } = await import('./postgres/postgres-store.ts');
    return openPostgresStore({ server: database, routes, requireSync, log });
  }
  assertRequestsIn(dataDir);
  return openSqliteStore(dataDir, log, { routes, isAlone: false });
}
