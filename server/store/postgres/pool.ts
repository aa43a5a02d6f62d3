import { readFileSync } from 'node:fs';
import pg, { type Pool, type PoolClient } from 'pg';
import type { DatabaseServer } from '../../settings/connection-urls.ts';
import { StoreTimeoutError, withTimeout } from '../time-limit.ts';
import {
  assertUsable,
  type DatabaseState,
  type Host,
  MisconfiguredDatabaseError,
  readStateSql,
  toStoreError,
} from './errors.ts';

/**
 * The maximum number of connections per process and host, besides connections that were given up after a timeout.
 * PostgreSQL allows a hundred by default.
 */
const maxConnections = 10;

/** How long a connection may be idle before it is closed. A firewall may drop idle connections. */
const maxIdleTime = 30_000;

/** How long a connection may be silent before the operating system probes it. */
const keepAliveDelay = 10_000;

/** How long connecting to one host, or waiting for a free connection to it, may take. */
const connectTimeout = 2_000;

/** How many milliseconds the last primary may take to begin a transaction, once connected, before others are tried. */
const primaryTimeout = 1_000;

export interface OpenTransaction {
  client: PoolClient;
  /** The database's time. */
  now: number;
}

/**
 * Opens pools of connections. `begin` starts a transaction on the host that accepts writes. `statementTimeout` limits
 * each statement and each pause between statements.
 */
export function openPools(server: DatabaseServer, requireSync: boolean) {
  const pools = server.hosts.map((host) => openPool(server, host));
  let primary = 0;

  return { begin, close: () => Promise.all(pools.filter(({ ending }) => !ending).map((pool) => pool.end())) };

  async function begin(statementTimeout: number): Promise<OpenTransaction> {
    try {
      return await beginOn(primary, statementTimeout, primaryTimeout);
    } catch {
      // For example, the host is down or demoted, or a firewall has dropped the connection.
      return beginOnAny(statementTimeout);
    }
  }

  async function beginOnAny(statementTimeout: number): Promise<OpenTransaction> {
    const attempts = pools.map((_, index) => beginOn(index, statementTimeout, statementTimeout));
    try {
      const first = await Promise.any(attempts);
      for (const [index, attempt] of attempts.entries()) {
        attempt.then(
          (begun) => {
            if (begun === first) {
              primary = index;
            } else {
              rollBack(begun.client);
            }
          },
          () => undefined,
        );
      }
      return first;
    } catch (error) {
      const { errors } = error as AggregateError;
      throw errors.find((fault) => fault instanceof MisconfiguredDatabaseError) ?? errors[0];
    }
  }

  /**
   * Checks each time whether the database is writable and, if required, synchronous, because a failover can change
   * both. Keeps no session state between transactions, because PgBouncer may be in between.
   */
  async function beginOn(
    index: number,
    statementTimeout: number,
    beginTimeout: number,
  ): Promise<OpenTransaction> {
    const host = server.hosts[index] as Host;
    const pool = pools[index] as Pool;
    try {
      const client = await pool.connect();
      try {
        const results: unknown = await withTimeout(client.query(buildBegin(statementTimeout)), beginTimeout);
        const [, { rows }] = results as [unknown, { rows: [DatabaseState] }];
        assertUsable(rows[0], requireSync);
        return { client, now: rows[0].now };
      } catch (error) {
        client.release(true);
        if (error instanceof StoreTimeoutError) {
          await closeIdle(pool);
        }
        throw error;
      }
    } catch (error) {
      throw toStoreError(error, server, host);
    }
  }
}

/**
 * Closes the idle connections: if one connection went silent, the idle ones probably did, too. Connections in use stay
 * open, because the database may only be slow.
 */
async function closeIdle(pool: Pool): Promise<void> {
  while (pool.idleCount > 0) {
    const client = await pool.connect();
    client.release(true);
  }
}

/** Returns whether and how to use TLS. Throws if the file of the certificate authority can't be read. */
function createTlsOptions({ tls, certificateAuthority: ca }: DatabaseServer) {
  if (tls === 'off') {
    return false;
  }
  const certificate = ca?.startsWith('-----BEGIN') === false ? readFileSync(ca, 'utf8') : ca;
  return { rejectUnauthorized: tls === 'verify', ...(certificate === undefined ? {} : { ca: certificate }) };
}

function openPool(server: DatabaseServer, host: Host): Pool {
  const pool = new pg.Pool({
    ...host,
    user: server.user,
    password: server.password,
    database: server.database,
    ssl: createTlsOptions(server),
    application_name: 'site',
    max: maxConnections,
    idleTimeoutMillis: maxIdleTime,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelay,
    // Statements that don't wait for each other's results share a round trip.
    pipeline: true,
    // Parses bigint as number: milliseconds and row ids are far below 2^53.
    types: {
      getTypeParser: (oid: number) => (oid === 20 ? Number : pg.types.getTypeParser(oid)),
    } as typeof pg.types,
  });
  // Losing a connection, in use or not, must not end the process. Its next statement, if any, fails.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const buildBegin = (statementTimeout: number) => `
  begin isolation level read committed;
  ${readStateSql};
  set local synchronous_commit = on;
  set local statement_timeout = ${statementTimeout};
  set local idle_in_transaction_session_timeout = ${statementTimeout};
  set local search_path = site_requests, pg_temp`;

/** Ends a transaction without committing. A connection that can't even roll back is closed. */
export function rollBack(client: PoolClient): void {
  client.query('rollback').then(
    () => client.release(),
    () => client.release(true),
  );
}
