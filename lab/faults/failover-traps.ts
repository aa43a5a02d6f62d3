import { setTimeout as pause } from 'node:timers/promises';
import { memory } from '../../tests/support/memory-folder.ts';
import { must, waitFor } from './campaign.ts';
import { type FailoverSite, openFailoverSite } from './failover-site.ts';
import { fieldsOf, newKey, type PostAnswer, post } from './load.ts';
import { quorum } from './postgres-cluster.ts';

/** The longest a visitor may wait, in milliseconds: five seconds plus a margin for a busy machine. */
const longestAnswer = 12_000;

/** The four ways in which PostgreSQL seems to have saved what the next failover loses. */
export async function checkFalseSaves(): Promise<void> {
  // fsyncs do not matter here: there are no power cuts.
  const site = await openFailoverSite(1, memory);
  try {
    await expectSaved(site, newKey());
    await commitWithoutStandby(site);
    await cancelledCommit(site);
    await repeatOfWhatNoStandbyHas(site);
    await outOfRecoveryButReadOnly(site);
  } finally {
    await site.close();
  }
}

/** `statement_timeout` does not end a commit that waits for a standby. */
async function commitWithoutStandby(site: FailoverSite): Promise<void> {
  freezeStandbys(site);
  const startedAt = performance.now();
  const key = newKey();
  const answer = await postAndRecord(site, key);
  must(
    answer !== undefined,
    `a commit that waits for a standby left a visitor without an answer for ${longestAnswer} ms`,
  );
  must(answer.status === 503, `a commit that no standby has was answered with ${answer.status}`);
  must(performance.now() - startedAt > 4_000, 'the commit did not wait for its standby');
  thawStandbys(site);
  await expectSaved(site, key);
}

/** An administrator or a cancel request makes the commit succeed with a warning. */
async function cancelledCommit(site: FailoverSite): Promise<void> {
  freezeStandbys(site);
  let isAnswered = false;
  const answer = postAndRecord(site, newKey()).finally(() => {
    isAnswered = true;
  });
  // Again and again: the first commit to wait may be the outbox's.
  while (!isAnswered) {
    await site.cluster.primary().query(
      `select pg_cancel_backend(pid) from pg_stat_activity
       where wait_event = 'SyncRep' and usename = 'site'`,
    );
    await pause(50);
  }
  must((await answer)?.status !== 200, 'a commit whose wait was cancelled was reported as saved');
  thawStandbys(site);
  await expectSaved(site, newKey());
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
  must(
    (await postAndRecord(site, key))?.status !== 200,
    'a request that no standby has was reported as saved',
  );
  await old.kill();
  await old.start();
  const again = await postAndRecord(site, key);
  await old.kill();
  for (const standby of standbys) {
    await standby.start();
  }
  await cluster.promote();
  await cluster.rejoin(old);
  if (again?.status === 200) {
    await site.checkStore(); // Says that it is lost.
  }
  await expectSaved(site, key);
}

/** A demoted node is out of recovery but accepts no writes: it must neither be used nor delay the others. */
async function outOfRecoveryButReadOnly(site: FailoverSite): Promise<void> {
  const { cluster } = site;
  const old = cluster.primary();
  await old.kill();
  await cluster.promote();
  old.configure({ default_transaction_read_only: 'on', synchronous_standby_names: quorum });
  await old.start();
  const refused = await refusals(site, 20);
  // Connections to the old primary may find out that it died, and a busy machine may be late with new ones.
  let stillRefused = 0;
  await waitFor(
    async () => {
      stillRefused = await refusals(site, 40);
      return stillRefused === 0;
    },
    30_000,
    () =>
      `with a read-only node next to the primary, ${refused} of 20 and half a minute later ${stillRefused} of 40 posts were rejected`,
  );
  // A new server has no connections yet: whichever node answers first, it must choose the other.
  for (let start = 1; start <= 8; start += 1) {
    await site.restartServer(0, 'SIGTERM');
    const answer = await postAndRecord(site, newKey());
    must(
      answer?.status === 200,
      `with a read-only node next to the primary, start ${start} of the server rejected a post`,
    );
  }
  await cluster.rejoin(old);
  old.configure({ default_transaction_read_only: 'off' });
  old.reload();
}

/** How many of so many simultaneous posts are not acknowledged. */
async function refusals(site: FailoverSite, posts: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: posts }, () => postAndRecord(site, newKey())));
  return answers.filter((answer) => answer?.status !== 200).length;
}

/** Posts and records an acknowledgement. Undefined without a response in time. */
async function postAndRecord(site: FailoverSite, key: string): Promise<PostAnswer | undefined> {
  const fields = fieldsOf(key);
  const url = site.url();
  must(url !== undefined, 'the server does not run');
  return site.ledger.post(key, fields, () =>
    Promise.race([post(url, key, fields), pause(longestAnswer, undefined, { ref: false })]),
  );
}

async function expectSaved(site: FailoverSite, key: string): Promise<void> {
  await waitFor(
    async () => (await postAndRecord(site, key))?.status === 200,
    30_000,
    'the form still answers 503 thirty seconds after the database is whole again',
    200,
  );
  await site.checkStore();
}

function freezeStandbys({ cluster }: FailoverSite): void {
  for (const standby of cluster.standbys()) {
    standby.freeze();
  }
}

function thawStandbys({ cluster }: FailoverSite): void {
  for (const standby of cluster.standbys()) {
    standby.thaw();
  }
}
