import type { FileName, Step } from './recording.ts';

/** The two files' contents on disk; a missing file has no entry. */
export type DiskState = Partial<Record<FileName, Buffer>>;

/** What a power cut does to writes not confirmed by an fsync. */
export type Fate = 'dropped' | 'kept' | 'torn';

type Change = Extract<Step, { kind: 'write' | 'truncate' }>;

/** The unit that a disk writes atomically. */
const sector = 512;

const empty = Buffer.alloc(0);

/**
 * A disk that preserves what an fsync confirmed; a power cut may affect the rest. A file exists once its
 * folder has been synced.
 */
export function simulatedDisk() {
  const durable = new Map<FileName, Buffer>();
  const unconfirmed = new Map<FileName, Change[]>();
  const unlisted = new Set<FileName>();

  return {
    apply(step: Step): void {
      if (step.kind === 'write' || step.kind === 'truncate') {
        unconfirmed.set(step.file, [...(unconfirmed.get(step.file) ?? []), step]);
      } else if (step.kind === 'create') {
        unlisted.add(step.file);
      } else if (step.kind === 'sync' && step.file === 'folder') {
        unlisted.clear();
      } else if (step.kind === 'sync' && step.file !== 'folder') {
        durable.set(step.file, (unconfirmed.get(step.file) ?? []).reduce(change, contents(step.file)));
        unconfirmed.delete(step.file);
      } else if (step.kind === 'failed sync' && step.file !== 'folder') {
        unconfirmed.set(step.file, (unconfirmed.get(step.file) ?? []).filter(isTruncation));
      }
    },

    /** The disk's contents after a power cut now. */
    after(fate: Fate): DiskState {
      const names: FileName[] = ['database', 'journal'];
      const state = names
        .filter((name) => fate === 'kept' || (durable.has(name) && !unlisted.has(name)))
        .map((name) => [name, survivors(name, fate).reduce(change, contents(name))]);
      return Object.fromEntries(state);
    },
  };

  function contents(file: FileName): Buffer {
    return durable.get(file) ?? empty;
  }

  function survivors(file: FileName, fate: Fate): Change[] {
    const changes = unconfirmed.get(file) ?? [];
    switch (fate) {
      case 'dropped':
        return [];
      case 'kept':
        return changes;
      case 'torn':
        return upTo(
          changes,
          changes.findIndex((step) => isTruncation(step) && randomBool()),
        ).flatMap(tear);
    }
  }
}

/**
 * Common file systems (ext4, xfs, btrfs) order size changes and blocks: later writes never reach the disk
 * without an earlier truncation, and a failed fsync loses data, not sizes.
 */
const isTruncation = (step: Change) => step.kind === 'truncate';

const randomBool = () => Math.random() < 0.5;

function upTo(changes: Change[], end: number): Change[] {
  return end === -1 ? changes : changes.slice(0, end);
}

/** Half of a write's sectors reach the disk, in any order. */
function tear(step: Change): Change[] {
  if (step.kind === 'truncate') {
    return [step];
  }
  const pieces: Change[] = [];
  for (let start = 0; start < step.bytes.length; ) {
    const length = sector - ((step.offset + start) % sector);
    if (randomBool()) {
      pieces.push({
        ...step,
        offset: step.offset + start,
        bytes: step.bytes.subarray(start, start + length),
      });
    }
    start += length;
  }
  return pieces;
}

/** Returns a changed copy: an earlier state may still be in use. */
function change(before: Buffer, step: Change): Buffer {
  if (step.kind === 'truncate') {
    const after = Buffer.alloc(step.length);
    before.copy(after);
    return after;
  }
  const after = Buffer.alloc(Math.max(before.length, step.offset + step.bytes.length));
  before.copy(after);
  step.bytes.copy(after, step.offset);
  return after;
}
