import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { memoryFolder } from '../../../tests/support/memory-folder.ts';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink.ts';
import { campaign, must } from '../campaign.ts';
import type { Order } from '../clocked-server.ts';
import { type DiskLayer, diskLayer } from '../disk-layer.ts';
import { openLedger, readLedger } from '../ledger.ts';
import { startLoad } from '../load.ts';
import { checkMails, checkStore, unsentMessages } from '../reconcile.ts';

const second = 1_000;
const hour = 3_600 * second;

/** The mail server is unreachable for three days of simulated time, while requests come in. */
export const mailOutage = campaign({
  shows: 'after 72 h without a mail server everything pending goes out, the first within 60 s of its return',
  minutes: 6,
  short: { pending: 200, hours: 3, sample: 10 },
  long: { pending: 10_000, hours: 72, sample: 200 },
  async run({ pending, hours, sample }) {
    await using opened = new AsyncDisposableStack();
    // fsyncs are counted, not timed: three days pass faster on a RAM disk.
    const folder = memoryFolder('outage');
    opened.defer(() => rmSync(folder, { recursive: true, force: true }));
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    const layer = diskLayer(dataDir);
    const ledger = openLedger(join(folder, 'ledger.jsonl'));
    opened.defer(() => ledger.close());
    const before = await startSmtpSink();
    let after: SmtpSink | undefined;
    opened.defer(async () => {
      await before.stop();
      await after?.stop();
    });
    const { child, url } = await startClocked({
      ...layer.env,
      SMTP_URL: before.url,
      DATA_DIR: dataDir,
    });
    opened.defer(() => {
      child.kill('SIGKILL');
    });
    const post = (most: number, clients: number) =>
      startLoad({ ledger, clients, most, url: () => url }).finished;
    const perRequest = async () => fsyncsOf(layer, sample, () => post(sample, 1));
    const usual = await perRequest();
    await pass(child, 10 * second, second);
    await before.stop();

    const atFirst = await perRequest();
    await post(pending - 2 * sample, 64);
    await pass(child, hours * hour, 10 * second);
    const atLast = await perRequest();
    must(unsentMessages(dataDir) >= pending, 'fewer are pending than intended');
    must(atLast <= usual, `${atLast} fsyncs per request with a long backlog, ${usual} with none`);

    after = await startSmtpSink(before.port);
    let firstAfter = 0;
    while (after.mails.length === 0) {
      await pass(child, second, second);
      firstAfter += 1;
      must(firstAfter <= 60, 'the first email took more than 60 s after the mail server returned');
    }
    await pass(child, 60 * second, second);
    const ledgerEntries = readLedger(ledger.file);
    const mailed = checkMails(ledgerEntries, [...before.mails, ...after.mails]);
    must(unsentMessages(dataDir) === 0, `${unsentMessages(dataDir)} messages are still unsent`);
    return {
      'hours without a mail server': hours,
      'pending at its return': pending,
      ...checkStore(ledgerEntries, dataDir),
      ...mailed,
      'first mail after its return, s at most': firstAfter,
      'fsyncs per request: mail up, just down, long backlog': [usual, atFirst, atLast]
        .map((n) => n.toFixed(2))
        .join(', '),
    };
  },
});

async function startClocked(env: Record<string, string>) {
  const child = fork(join(import.meta.dirname, '../clocked-server.ts'), {
    env: { ...env, LIMITS: 'off' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { child, url };
}

async function pass(child: ChildProcess, milliseconds: number, step: number): Promise<void> {
  child.send({ pass: milliseconds, step } satisfies Order);
  await once(child, 'message');
}

/** fsyncs per request, for sequential requests. */
async function fsyncsOf(layer: DiskLayer, requests: number, post: () => Promise<unknown>): Promise<number> {
  const before = layer.syncs();
  await post();
  return (layer.syncs() - before) / requests;
}
