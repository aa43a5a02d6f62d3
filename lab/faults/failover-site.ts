import { rmSync } from 'node:fs';
import { startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { type RunningServer, startServer } from '../../tests/support/start-server.ts';
import { tinySite } from '../../tests/support/tiny-site.ts';
import { waitFor } from './campaign.ts';
import { openLedger } from './ledger.ts';
import { startCluster } from './postgres-cluster.ts';
import { checkMails, compareRows, countUnsent, endLeases, selectRows } from './reconcile.ts';

export type FailoverSite = Awaited<ReturnType<typeof openFailoverSite>>;

/** A site on three PostgreSQL nodes: the cluster, its servers, the owner's mail server, the clients' ledger. */
export async function openFailoverSite(count: number, parent?: string) {
  const cwd = tinySite();
  const sink = await startSmtpSink();
  const ledger = openLedger();
  const cluster = await startCluster(parent);
  await cluster.primary().query("create role site login password 'secret'");
  await cluster.primary().query('create database site owner site');
  const env = {
    DATABASE_URL: cluster.url('site', 'site', 'secret'),
    REQUIRE_SYNC: 'on',
    SMTP_URL: sink.url,
    // Nobody answers there: each request has a page that waits.
    ...{ PAGE_URL: 'https://127.0.0.1:9/', PAGE_FOR: 'all', SITE_URL: 'https://site.example' },
  };
  const start = () => startServer({ cwd, env });
  const servers: (RunningServer | undefined)[] = await Promise.all(Array.from({ length: count }, start));
  let turn = 0;

  return {
    cluster,
    ledger,
    /** Round-robin over the servers; undefined if that one is down. */
    url: () => {
      turn += 1;
      return servers[turn % servers.length]?.url;
    },
    async restartServer(index: number, signal: NodeJS.Signals): Promise<void> {
      const ending = servers[index];
      servers[index] = undefined;
      await ending?.stop(signal);
      servers[index] = await start();
    },
    /** Without fsync, as no node is lost any more and there is no power cut: email is sent faster. */
    async delivered(milliseconds: number): Promise<void> {
      for (const node of cluster.nodes) {
        node.configure({ fsync: 'off' });
        node.reload();
      }
      // Instead of waiting a minute for what a dead server was sending.
      await query(endLeases);
      let unsent = Number.NaN;
      await waitFor(
        async () => {
          unsent = Number((await query(countUnsent))[0]?.count);
          return unsent === 0;
        },
        milliseconds,
        () => `${unsent} emails are still unsent after ${milliseconds} ms`,
        500,
      );
    },
    /** Compares ledger and store. Throws where they differ. */
    checkStore: async () => compareRows(ledger.entries, await query(selectRows)),
    checkMails: () => checkMails(ledger.entries, sink.mails),
    async close(): Promise<void> {
      await Promise.all(servers.map((server) => server?.stop('SIGKILL')));
      await cluster.stop();
      await sink.stop();
      rmSync(cwd, { recursive: true, force: true });
    },
  };

  function query(sql: string): Promise<Record<string, unknown>[]> {
    const primary = cluster.primary();
    return primary.query(sql, [], `${primary.url('site')}?options=-csearch_path%3Dsite_requests`);
  }
}
