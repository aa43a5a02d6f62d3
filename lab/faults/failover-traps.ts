import { must, waitFor } from './campaign.ts';
import { type FailoverSite, openFailoverSite } from './failover-site.ts';
import { fieldsOf, newKey, type PostAnswer, post } from './load.ts';
import { quorum } from './postgres-cluster.ts';

/**
 * Two ways in which PostgreSQL seems to have saved what the next failover loses, that only a cluster shows.
 * postgres-store.test.ts has those that one node shows.
 */
export async function checkFalseSaves(parent?: string): Promise<void> {
  const site = await openFailoverSite(1, parent);
  try {
    await expectSaved(site, newKey());
    await repeatOfWhatNoStandbyHas(site);
    await readOnlyBesideThePrimary(site);
  } finally {
    await site.close();
  }
}

/** After a crash the row is readable; a failover to a standby loses it. */
async function repeatOfWhatNoStandbyHas(site: FailoverSite): Promise<void> {
  const { cluster } = site;
  const old = cluster.primary();
  const standbys = cluster.standbys();
  for (const standby of standbys) {
    await standby.kill();
  }
  const key = newKey();
  const answer = await postAndRecord(site, key);
  must(answer.status === 503, `a commit that no standby has was answered with ${answer.status}`);
  await old.kill();
  await old.start();
  await postAndRecord(site, key);
  await old.kill();
  for (const standby of standbys) {
    await standby.start();
  }
  await cluster.promote();
  await cluster.rejoin(old);
  await site.checkStore();
  await expectSaved(site, key);
}

/**
 * A demoted node is out of recovery but accepts no writes. A new server has no connections yet: whichever node
 * answers first, it must choose the other.
 */
async function readOnlyBesideThePrimary(site: FailoverSite): Promise<void> {
  const { cluster } = site;
  const old = cluster.primary();
  await old.kill();
  await cluster.promote();
  old.configure({ default_transaction_read_only: 'on', synchronous_standby_names: quorum });
  await old.start();
  for (let start = 1; start <= 8; start += 1) {
    await site.restartServer(0, 'SIGTERM');
    const { status } = await postAndRecord(site, newKey());
    must(status === 200, `with a read-only node beside the primary, start ${start} rejected a post`);
  }
}

/** Posts and records an acknowledgement. */
function postAndRecord(site: FailoverSite, key: string): Promise<PostAnswer> {
  const fields = fieldsOf(key);
  const url = site.url();
  must(url !== undefined, 'the server does not run');
  return site.ledger.post(key, fields, () => post(url, key, fields));
}

async function expectSaved(site: FailoverSite, key: string): Promise<void> {
  await waitFor(
    async () => (await postAndRecord(site, key)).status === 200,
    60_000,
    'the form still answers 503 a minute after the database is whole again',
    200,
  );
  await site.checkStore();
}
