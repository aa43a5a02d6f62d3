import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type PostgresNode, startPostgres } from '../../tests/support/postgres.ts';
import { waitFor } from './campaign.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** A commit waits for any one standby. */
const quorum = 'ANY 1 (*)';

const settings = {
  fsync: 'on',
  wal_keep_size: '128MB',
  wal_sender_timeout: '3s',
  wal_receiver_timeout: '3s',
  wal_retrieve_retry_interval: '200ms',
  max_connections: 60,
};

/**
 * Starts three PostgreSQL nodes, one of them writable. The campaign follows the rules of Patroni and pg_auto_failover:
 * all standbys stop following the old primary before the most advanced standby is promoted. The data folders are
 * created in `parent`, by default on disk.
 */
export async function startCluster(parent = tmpdir()) {
  const nodes: PostgresNode[] = [];
  while (nodes.length < 3) {
    nodes.push(await startPostgres(settings, parent));
  }
  let [primary] = nodes as [PostgresNode];
  for (const node of standbys()) {
    await rejoin(node);
  }
  await makeSynchronous(primary);
  await primary.query("create role site login password 'secret'");
  await primary.query('create database site owner site');
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');

  return {
    primary: () => primary,
    standbys,
    /** The settings for a server. It connects to the node that accepts writes. */
    env: { DATABASE_URL: `postgres://site:secret@${hosts}/site`, REQUIRE_SYNC: 'on' },
    /** Queries the site's store. */
    querySite: (sql: string) =>
      primary.query(sql, [], `${primary.url('site')}?options=-csearch_path%3Dsite_requests`),
    promote,
    rejoin,
    /** Turns off fsync, which speeds up email. No node may be lost after this. */
    stopSyncing(): void {
      for (const node of nodes) {
        reload(node, { fsync: 'off' });
      }
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all(nodes.map((node) => node.kill()));
    },
  };

  function standbys(): PostgresNode[] {
    return nodes.filter((node) => node !== primary);
  }

  /** Promotes the most advanced standby. The old primary is no longer part of the cluster. */
  async function promote(): Promise<void> {
    const candidates = standbys().filter(({ pid }) => pid() !== undefined);
    await Promise.all(candidates.map(unfollow));
    const received = await Promise.all(
      candidates.map(async (node) => ({ node, at: await receivedBy(node) })),
    );
    primary = received.reduce((one, other) => (other.at > one.at ? other : one)).node;
    await primary.query('select pg_promote(true, 30)');
    await makeSynchronous(primary);
    await Promise.all(candidates.filter((node) => node !== primary).map(follow));
  }

  /** Replaces a node's data with a copy of the primary's, and makes the node a standby. */
  async function rejoin(node: PostgresNode): Promise<void> {
    await node.kill();
    const client = new Client({ connectionString: primary.url() });
    await client.connect();
    await client.query("select pg_backup_start('clone', true)");
    await copyData(primary.data, node.data);
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await client.end();
    prepareStandby(node.data, String(rows[0].labelfile));
    node.configure({
      primary_conninfo: conninfo(),
      synchronous_standby_names: '',
      // PostgreSQL would first sync each copied file, which takes seconds and only matters in a power failure.
      fsync: 'off',
    });
    await node.start();
    reload(node, { fsync: 'on' });
    await waitUntilFollowing(node);
  }

  async function follow(node: PostgresNode): Promise<void> {
    reload(node, { primary_conninfo: conninfo() });
    await waitUntilFollowing(node);
  }

  /** Stops a standby from following the primary, and waits until it has replayed everything it received. */
  async function unfollow(node: PostgresNode): Promise<void> {
    reload(node, { primary_conninfo: '' });
    await waitInTime(
      async () => !(await finds(node, 'select 1 from pg_stat_wal_receiver')) && (await hasReplayedAll(node)),
      'a standby does not stop following the old primary',
    );
  }

  function conninfo(): string {
    return `${primary.url()}?connect_timeout=2`;
  }
}

function reload(node: PostgresNode, settings: Parameters<PostgresNode['configure']>[0]): void {
  node.configure(settings);
  node.reload();
}

async function makeSynchronous(node: PostgresNode): Promise<void> {
  reload(node, { synchronous_standby_names: quorum });
  await waitInTime(async () => {
    const [row] = await node.query('show synchronous_standby_names');
    return row?.synchronous_standby_names === quorum;
  }, 'a primary does not apply its settings');
}

/**
 * Whether a standby has replayed its WAL and waits for more. A new standby answers queries earlier, when its
 * position is still too low.
 */
function hasReplayedAll(node: PostgresNode): Promise<boolean> {
  return finds(
    node,
    `select 1 from pg_stat_activity
     where backend_type = 'startup' and wait_event in ('RecoveryRetrieveRetryInterval', 'RecoveryWalStream')`,
  );
}

async function waitUntilFollowing(node: PostgresNode): Promise<void> {
  const isStreaming = "select 1 from pg_stat_wal_receiver where status = 'streaming'";
  await waitInTime(() => finds(node, isStreaming), 'a standby does not follow the primary');
}

async function finds(node: PostgresNode, sql: string): Promise<boolean> {
  return (await node.query(sql)).length === 1;
}

async function receivedBy(node: PostgresNode): Promise<bigint> {
  const [row] = await node.query(`
    select greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) - '0/0'::pg_lsn as at`);
  return BigInt(String(row?.at));
}

/**
 * Waits with a short interval, because requests wait during a failover. Errors count as false, because a node may reset
 * the connection while it reloads.
 */
const waitInTime = (condition: () => Promise<boolean>, sentence: string) =>
  waitFor(() => condition().catch(() => false), 60_000, sentence, 20);

/**
 * Copies a primary's data folder for a standby, owned by PostgreSQL's account. The copy omits the WAL, which is most
 * of the folder, because the standby streams it.
 */
async function copyData(from: string, to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true, maxRetries: 10 });
  mkdirSync(to, { mode: 0o700 });
  const leftOut = ['postmaster.pid', 'log', 'pg_replslot', 'pg_wal'];
  const parts = readdirSync(from).filter((part) => !leftOut.includes(part));
  // A separate process makes the copy, because this one still posts requests and receives email. Files that vanish
  // during the copy don't matter.
  const copy = spawn('cp', ['-a', '--', ...parts.map((part) => join(from, part)), to], { stdio: 'ignore' });
  await once(copy, 'exit');
  const { uid, gid } = statSync(from);
  chownSync(to, uid, gid);
}

/** Turns a copy taken between pg_backup_start and pg_backup_stop into a standby. */
function prepareStandby(data: string, backupLabel: string): void {
  writeFileSync(join(data, 'backup_label'), backupLabel);
  writeFileSync(join(data, 'standby.signal'), '');
  for (const empty of ['log', 'pg_replslot', 'pg_wal', 'pg_wal/archive_status']) {
    mkdirSync(join(data, empty), { recursive: true, mode: 0o700 });
  }
}
