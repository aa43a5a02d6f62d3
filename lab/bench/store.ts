/**
 * npm run bench -- store: what group commit is worth. The same posts over the same 64 connections,
 * once with a commit for each request, once with commits shared; every fsync is counted.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskLayer } from '../faults/disk-layer.ts';
import { openLedger } from '../faults/ledger.ts';
import { startLoad } from '../faults/load.ts';

const connections = 64;

/** Milliseconds of load that are not counted, and that are. */
const warmUp = 2_000;
const measured = 10_000;

export async function benchStore(): Promise<void> {
  const alone = await measure('one commit per request', 1);
  const shared = await measure('group commit', undefined);
  console.log(`   group commit acknowledges ${(shared / alone).toFixed(1)} times as much`);
}

/** Prints a line of figures, and gives acknowledgements per second. */
async function measure(name: string, callsPerCommit: number | undefined): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const layer = diskLayer(dataDir);
  const child = fork(join(import.meta.dirname, 'store-server.ts'), {
    env: { ...layer.env, DATA_DIR: dataDir, CALLS_PER_COMMIT: String(callsPerCommit ?? '') },
  });
  try {
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    // The clients keep no book here: its fsyncs would be part of the figures.
    const ledger = { ...openLedger(join(folder, 'ledger')), write: () => Promise.resolve() };
    const load = startLoad({ ledger, clients: connections, url: () => url });
    await pause(warmUp);
    const before = { ...load.counts, syncs: layer.syncs(), latencies: load.latencies.length };
    await pause(measured);
    const acknowledged = load.counts.acknowledged - before.acknowledged;
    const syncs = layer.syncs() - before.syncs;
    const latencies = load.latencies.slice(before.latencies).sort((a, b) => a - b);
    await load.stop();
    const perSecond = acknowledged / (measured / 1_000);
    const at = (part: number) => latencies[Math.floor(latencies.length * part)]?.toFixed(1);
    console.log(
      `   ${name.padEnd(24)} ${perSecond.toFixed(0)} acknowledgements/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
        `${syncs} fsyncs for ${acknowledged}: ${(syncs / acknowledged).toFixed(3)} each`,
    );
    return perSecond;
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
