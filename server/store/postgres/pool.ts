import type { Client } from 'pg';
import type { DatabaseServer } from '../../connection-urls.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import {
  assertUsable,
  type DatabaseState,
  type Host,
  Misconfigured,
  readState,
  toStoreError,
} from './errors.ts';
import { tlsOptions } from './tls.ts';

/** Maximum connections per server. PostgreSQL allows a hundred by default. */
const maxConnections = 20;

/** How long a failed opening lowers the number of connections, in milliseconds. */
const ceilingLasts = 10_000;

/** How long a connection may rest, in milliseconds, before it is replaced: a firewall may have forgotten it. */
const longestRest = 30_000;

/** From when the system probes a connection that is silent, in milliseconds. */
const keepAliveDelay = 10_000;

/** How long connecting to one host may take, in milliseconds. */
const connectTimeout = 2_000;

/** A host whose connection hung is tried `delay` ms after the others, for `lasts` ms. */
const suspicion = { lasts: 30_000, delay: 500 };

interface Wait {
  resolve(client: Client): void;
  reject(error: Error): void;
  isOver: boolean;
}

/** Connections to whichever host accepts writes, each for one transaction at a time. */
export function openPool(server: DatabaseServer, requireSync: boolean) {
  const all = new Set<Client>();
  const idle: { client: Client; since: number }[] = [];
  const waiting: Wait[] = [];
  const suspectUntil = new Map<Host, number>();
  let opening = 0;
  /** Lower than `maxConnections` for a while after the database had no more to give. */
  let ceiling = maxConnections;
  let raiseAt = 0;
  let isHanging = false;
  let isClosed = false;

  return {
    /** Rejects if none is available by the deadline. */
    acquire(deadline: AbortSignal): Promise<Client> {
      const { promise, resolve, reject } = Promise.withResolvers<Client>();
      const wait: Wait = { resolve, reject, isOver: false };
      const giveUp = () => {
        wait.isOver = true;
        reject(new StoreUnavailable('PostgreSQL: no connection in time'));
      };
      deadline.addEventListener('abort', giveUp, { once: true });
      waiting.push(wait);
      serve();
      return promise.finally(() => deadline.removeEventListener('abort', giveUp));
    },

    release(client: Client): void {
      isHanging = false;
      rest(client);
      serve();
    },

    /**
     * Closes the socket without canceling: a cancel could turn a hung commit into a false success. If it hung, or
     * was silent from the beginning, those that rest may be as bad.
     */
    drop(client: Client, { hung, silent = false }: { hung: boolean; silent?: boolean }): void {
      end(client);
      if (hung) {
        // Until a transaction succeeds, tries one at a time: each one that hangs ties up a backend.
        isHanging = true;
        const host = server.hosts.find(({ host, port }) => client.host === host && client.port === port);
        if (host) {
          suspectUntil.set(host, performance.now() + suspicion.lasts);
        }
      }
      if (hung || silent) {
        for (const other of idle.splice(0)) {
          end(other.client);
        }
      }
      serve();
    },

    async close(): Promise<void> {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) {
        reject(new StoreUnavailable('PostgreSQL: the store is closed'));
      }
      await Promise.all(Array.from(all, (client) => client.end().catch(() => undefined)));
    },
  };

  function serve(): void {
    if (performance.now() >= raiseAt) {
      ceiling = maxConnections;
    }
    for (const { client, since } of [...idle]) {
      if (performance.now() - since > longestRest) {
        end(client);
      }
    }
    while (waiting.length > 0 && !isClosed) {
      const client = idle.pop()?.client;
      const mayOpen = all.size + opening < (isHanging ? 1 : ceiling);
      if (client === undefined && !mayOpen) {
        return;
      }
      const wait = waiting.shift() as Wait;
      if (client) {
        hand(client, wait);
      } else if (!wait.isOver) {
        openFor(wait);
      }
    }
  }

  async function openFor(wait: Wait): Promise<void> {
    opening += 1;
    try {
      const client = await connectToPrimary();
      all.add(client);
      client.once('end', () => forget(client));
      hand(client, wait);
    } catch (error) {
      if (all.size > 0 && !wait.isOver) {
        // The database gives no more connections: this call waits for one of those in use.
        ceiling = all.size;
        raiseAt = performance.now() + ceilingLasts;
        waiting.unshift(wait);
      } else {
        wait.reject(error as Error);
      }
    } finally {
      opening -= 1;
      serve();
    }
  }

  /** Tries all hosts at once and uses the first that accepts writes. Hosts that hung recently start later. */
  async function connectToPrimary(): Promise<Client> {
    const attempts = server.hosts.map(async (host) => {
      if (server.hosts.length > 1 && (suspectUntil.get(host) ?? 0) > performance.now()) {
        await new Promise((resolve) => setTimeout(resolve, suspicion.delay));
      }
      return connect(host);
    });
    try {
      const found = await Promise.any(attempts);
      for (const attempt of attempts) {
        attempt.then(
          (client) => (client === found ? undefined : end(client)),
          () => undefined,
        );
      }
      return found;
    } catch (error) {
      const { errors } = error as AggregateError;
      throw (
        errors.find((one) => one instanceof Misconfigured && !/ECONNREFUSED/.test(one.message)) ?? errors[0]
      );
    }
  }

  async function connect(host: Host): Promise<Client> {
    const { Client, types } = (await import('pg')).default;
    const client = new Client({
      ...host,
      user: server.user,
      password: server.password,
      database: server.database,
      ssl: tlsOptions(server),
      application_name: 'site',
      connectionTimeoutMillis: connectTimeout,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelay,
      // Parses bigint as number: milliseconds and row ids are far below 2^53.
      types: {
        getTypeParser: (oid: number) => (oid === 20 ? Number : types.getTypeParser(oid)),
      } as typeof types,
    });
    // Needed even while in use: losing a connection between two statements would crash the process.
    client.on('error', () => forget(client));
    const late = setTimeout(() => client.end().catch(() => undefined), connectTimeout);
    try {
      await client.connect();
      const { rows } = await client.query<DatabaseState>(readState);
      assertUsable(rows[0] as DatabaseState, requireSync);
      return client;
    } catch (error) {
      client.end().catch(() => undefined);
      throw toStoreError(error, server, host);
    } finally {
      clearTimeout(late);
    }
  }

  function hand(client: Client, wait: Wait): void {
    if (wait.isOver) {
      rest(client);
    } else {
      wait.resolve(client);
    }
  }

  function rest(client: Client): void {
    if (all.has(client)) {
      idle.push({ client, since: performance.now() });
    }
  }

  function end(client: Client): void {
    forget(client);
    client.end().catch(() => undefined); // During a statement, pg closes the socket immediately.
  }

  function forget(client: Client): void {
    all.delete(client);
    const at = idle.findIndex((one) => one.client === client);
    if (at >= 0) {
      idle.splice(at, 1);
    }
  }
}
