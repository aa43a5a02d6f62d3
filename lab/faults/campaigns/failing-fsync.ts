import { must, waitFor } from '../campaign.ts';
import { type Harness, harnessCampaign } from '../harness.ts';
import { fieldsOf, newKey, post } from '../load.ts';
import { cutAfterEachStep } from '../power-cuts.ts';
import { checkStore } from '../reconcile.ts';

/** Each fsync of a commit in turn, and those of the rollback after it. */
const spared = [0, 1, 2, 3, 4, 5];
const failing = [1, 2, 10];

/**
 * Each fsync of a commit fails once, then two, then ten in a row. Nothing is acknowledged meanwhile;
 * afterwards the same clients retry. In the recording a power cut drops what a failed fsync left: the kernel
 * may have discarded it and never report it again.
 */
export const failingFsync = harnessCampaign({
  shows: 'a failing fsync rejects all requests of its commit; the store is reopened before it accepts more',
  minutes: 3,
  // For each round, how many post at a time. One alone, too: the others' next commit would make durable what a
  // failed fsync left.
  short: { rounds: [1, 4], every: 20 },
  long: { rounds: [1, 8, 8], every: 1 },
  harness: { layer: 'records' },
  async run(size, harness) {
    const refused: number[] = [];
    await harness.start({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    await request(harness, [newKey()]);
    for (const parallel of size.rounds) {
      for (const count of failing) {
        for (const start of spared) {
          refused.push(await failOnce(harness, start, count, parallel));
        }
      }
    }
    const stored = checkStore(harness.ledgerEntries(), harness.dataDir());
    await harness.end('SIGTERM');
    const times = refused.filter((number) => number > 0).length;
    must(times > refused.length / 2, 'fsyncs failed, but hardly any request was rejected');
    return {
      'times failing': refused.length,
      'times somebody was refused': times,
      'requests refused': refused.reduce((sum, number) => sum + number, 0),
      ...stored,
      ...cutAfterEachStep(harness.disk().recording, harness.ledgerEntries(), size.every),
    };
  },
});

/** Returns how many were rejected. None if the fsync was that of an email's commit. */
async function failOnce(harness: Harness, start: number, count: number, parallel: number): Promise<number> {
  const keys = Array.from({ length: parallel }, newKey);
  harness.disk().failSyncs(start, count);
  const refused = await request(harness, keys);
  // Ten failed openings in a row, with their pauses, take eleven seconds.
  let pending = refused;
  await waitFor(
    async () => {
      pending = await request(harness, pending);
      return pending.length === 0;
    },
    30_000,
    'the store does not recover after a failing fsync',
  );
  return refused.length;
}

/** Posts all keys at once. Returns those that were rejected. */
async function request({ ledger, server }: Harness, keys: string[]): Promise<string[]> {
  const answers = keys.map(async (key) => {
    const fields = fieldsOf(key);
    const { status, reference } = await ledger.post(key, fields, () => post(server().url, key, fields));
    must(status === 200 || status === 503, `a failing fsync was answered with ${status}`);
    return reference === undefined ? [key] : [];
  });
  return (await Promise.all(answers)).flat();
}
