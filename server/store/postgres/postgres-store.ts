import type { Clock } from '../../clock.ts';
import type { Log } from '../../log/log.ts';
import type { RequestChannelData } from '../../requests/channel-data.ts';
import type { DatabaseServer } from '../../settings/connection-urls.ts';
import { createOperations, type RequestStore, runOperation, type StoreCall } from '../request-store.ts';
import { ensureTables } from './migrate.ts';
import { createTransaction, createTransactionRunner } from './transaction.ts';

export interface PostgresOptions {
  server: DatabaseServer;
  channels?: readonly RequestChannelData[];
  /** Whether to fail unless commits wait for a standby. */
  requireSync?: boolean;
  log: Log;
  /** Replaces the database's clock, in tests. */
  clock?: Pick<Clock, 'wallTime'>;
}

/**
 * The PostgreSQL store, shared by any number of servers. Connects on first use and again after a failure, so an
 * unreachable database never prevents serving pages.
 */
export function openPostgresStore(options: PostgresOptions): RequestStore {
  const { server, channels = [], requireSync = false, log, clock } = options;
  const runner = createTransactionRunner(server, requireSync);
  let hashKey: string | undefined;

  return {
    ...createOperations(executeCall, log),
    close: async () => {
      await runner.close();
    },
  };

  async function executeCall(call: StoreCall, timeout: number): Promise<unknown> {
    try {
      const { result, key } = await runner.runInTransaction(timeout, async (client, databaseTime) => {
        const key = hashKey ?? (await ensureTables(client));
        const wallTime = clock?.wallTime().getTime() ?? databaseTime;
        const transaction = createTransaction(client, {
          trustedTime: wallTime,
          wallTime,
          hashKey: key,
          channels,
        });
        return { result: await runOperation(transaction, call), key };
      });
      // Keep the key only after the commit: until then, other transactions may not see the new schema.
      hashKey = key;
      return result;
    } catch (error) {
      // The next call may reach a different database.
      hashKey = undefined;
      throw error;
    }
  }
}
