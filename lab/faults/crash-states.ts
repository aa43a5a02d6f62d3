import type { FileName, Step } from './recording.ts';

/** What a disk holds of the two files; a file that is not there has no entry. */
export type DiskState = Partial<Record<FileName, Buffer>>;

/** What becomes, in a power cut, of the writes that no fsync has confirmed. */
export type Fate = 'dropped' | 'kept' | 'torn';

type Change = Extract<Step, { kind: 'write' | 'truncate' }>;

/** The unit that a disk writes whole. */
const sector = 512;

const empty = Buffer.alloc(0);

/**
 * A disk that keeps what an fsync confirmed, and for the rest whatever a power cut leaves. A file
 * counts as created once its folder was synced.
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

    /** What is on the disk after a power cut at this moment. */
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
          changes.findIndex((step) => isTruncation(step) && coin()),
        ).flatMap(tear);
    }
  }
}

/**
 * Sizes and blocks of a file are kept in order by the file systems we know (ext4, xfs, btrfs): what
 * was written after a truncation is not on the disk without it, and a failed fsync takes data, not sizes.
 */
const isTruncation = (step: Change) => step.kind === 'truncate';

const coin = () => Math.random() < 0.5;

function upTo(changes: Change[], end: number): Change[] {
  return end === -1 ? changes : changes.slice(0, end);
}

/** Half of the sectors of a write come to the disk, and in no order. */
function tear(step: Change): Change[] {
  if (step.kind === 'truncate') {
    return [step];
  }
  const pieces: Change[] = [];
  for (let start = 0; start < step.bytes.length; ) {
    const length = sector - ((step.offset + start) % sector);
    if (coin()) {
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

/** A copy with the change: an earlier state may still be in use. */
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
