import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { type RunningServer, startServer } from '../../tests/support/start-server.ts';
import { tinySite } from '../../tests/support/tiny-site.ts';
import { waitFor } from './campaign.ts';
import { openLedger, readLedger } from './ledger.ts';
import { type Cluster, startCluster } from './postgres-cluster.ts';
import { checkMails, compareRows, type Row } from './reconcile.ts';

export type FailoverSite = Awaited<ReturnType<typeof openFailoverSite>>;

interface Options {
  replication: 'synchronous' | 'asynchronous';
  servers: number;
  /** Where to create the data folders; default: on disk. */
  parent?: string | undefined;
}

/**
 * A site on three PostgreSQL nodes: the cluster, its servers, the owner's mail server, the clients' ledger.
 */
export async function openFailoverSite({ replication, servers: count, parent }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'failover-'));
  const cwd = tinySite();
  const sink = await startSmtpSink();
  const ledger = openLedger(join(folder, 'ledger.jsonl'));
  const cluster = await startCluster({ replication, parent });
  await cluster.primary().query("create role site login password 'secret'");
  await cluster.primary().query('create database site owner site');
  const env = {
    DATABASE_URL: cluster.url('site', 'site', 'secret'),
    REQUIRE_SYNC: replication === 'synchronous' ? 'on' : 'off',
    SMTP_URL: sink.url,
    LIMITS: 'off',
  };
  const start = () => startServer({ cwd, env });
  const servers: (RunningServer | undefined)[] = await Promise.all(Array.from({ length: count }, start));
  let asked = 0;

  return {
    cluster,
    ledger,
    /** Round-robin over the servers; undefined if that one is down. */
    url: () => {
      asked += 1;
      return servers[asked % servers.length]?.url;
    },
    async restartServer(index: number, signal: NodeJS.Signals): Promise<void> {
      const ending = servers[index];
      servers[index] = undefined;
      await ending?.stop(signal);
      servers[index] = await start();
    },
    /** Ends leases at once instead of waiting a minute: frees what a dead server was sending. */
    endLeases: () => query(cluster, "update outbox_messages set lease_ends_at = 0 where state = 'sending'"),
    /** Without fsync, as no node is lost any more and there is no power cut: email is sent faster. */
    async delivered(milliseconds: number): Promise<void> {
      for (const node of cluster.nodes) {
        node.configure({ fsync: 'off' });
        node.reload();
      }
      let unsent: unknown;
      await waitFor(
        async () => {
          const [row] = await query(
            cluster,
            "select count(*)::int as n from outbox_messages where state <> 'sent'",
          );
          unsent = row?.n;
          return unsent === 0;
        },
        milliseconds,
        () => `${unsent} messages are still unsent after ${milliseconds} ms`,
        500,
      );
    },
    /** Compares ledger and store. Throws where they differ. */
    async checkStore() {
      const rows = await query(
        cluster,
        `select key, reference, name, phone, email, service, message
         from requests join outbox_messages on outbox_messages.request_id = id
              left join idempotency_records on idempotency_records.request_id = id`,
      );
      return compareRows(readLedger(ledger.file), rows as unknown as Row[]);
    },
    checkMails: () => checkMails(readLedger(ledger.file), sink.mails),
    async close(): Promise<void> {
      await Promise.all(servers.map((server) => server?.stop('SIGKILL')));
      await cluster.stop();
      await sink.stop();
      ledger.close();
      for (const path of [folder, cwd]) {
        rmSync(path, { recursive: true, force: true });
      }
    },
  };
}

function query(cluster: Cluster, sql: string): Promise<Record<string, unknown>[]> {
  return cluster
    .primary()
    .query(sql, [], `${cluster.primary().url('site')}?options=-csearch_path%3Dsite_requests`);
}
