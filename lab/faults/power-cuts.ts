import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { Failed } from './campaign.ts';
import { type DiskState, type Fate, simulatedDisk } from './crash-states.ts';
import type { LedgerEntry } from './ledger.ts';
import { checkRows } from './reconcile.ts';
import { readRecording } from './recording.ts';

const fates: Fate[] = ['dropped', 'kept', 'torn'];

const files = { database: 'requests.sqlite', journal: 'requests.sqlite-journal' };

/**
 * Replays a recording with a power cut after every step (or every nth, and after each acknowledgement), opens
 * the resulting disk like the server, and compares it with what clients had been told by then.
 */
export function cutAfterEachStep(recording: string, ledgerEntries: Map<string, LedgerEntry>, every: number) {
  const steps = readRecording(recording);
  const byReference = new Map([...ledgerEntries.values()].map((entry) => [entry.reference, entry]));
  const told = new Map(
    [...ledgerEntries.values()].map(({ key, content }) => [key, { key, content } as LedgerEntry]),
  );
  const folder = memoryFolder('crash');
  const disk = simulatedDisk();
  const counts = { 'recorded steps': steps.length, fsyncs: 0, 'recorded answers': 0, 'power cuts': 0 };
  try {
    for (const [index, step] of steps.entries()) {
      disk.apply(step);
      counts.fsyncs += step.kind === 'sync' ? 1 : 0;
      const entry = step.kind === 'answer' ? byReference.get(step.reference) : undefined;
      if (entry) {
        told.set(entry.key, entry);
        counts['recorded answers'] += 1;
      }
      if (index % every === 0 || entry) {
        // Between two fsyncs nothing changes for a cut that drops everything unconfirmed.
        const settled = step.kind !== 'write' && step.kind !== 'truncate';
        for (const fate of settled ? fates : fates.filter((fate) => fate !== 'dropped')) {
          counts['power cuts'] += 1;
          checkAfterCut(folder, disk.after(fate), told, `${fate}, after step ${index} of ${steps.length}`);
        }
      }
    }
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkAfterCut(folder: string, state: DiskState, told: Map<string, LedgerEntry>, when: string): void {
  for (const [name, file] of Object.entries(files)) {
    const bytes = state[name as keyof DiskState];
    rmSync(join(folder, file), { force: true });
    if (bytes) {
      writeFileSync(join(folder, file), bytes);
    }
  }
  try {
    const database = openDatabase(folder);
    try {
      checkRows(told, database);
    } finally {
      database.close();
    }
  } catch (error) {
    throw new Failed(`${(error as Error).message} (${when})`);
  }
}
