import { readFileSync } from 'node:fs';

/** What the layer recorded, in order: see disk-layer.c. */
export type Step =
  | { kind: 'write'; file: FileName; offset: number; bytes: Buffer }
  | { kind: 'truncate'; file: FileName; length: number }
  | { kind: 'create'; file: FileName }
  /** Everything written to the file so far is now on disk. */
  | { kind: 'sync'; file: FileName | 'folder' }
  /** Everything written to the file so far may never reach the disk. */
  | { kind: 'failed sync'; file: FileName | 'folder' }
  /** The server sent an acknowledgement. */
  | { kind: 'answer'; reference: string };

export type FileName = 'database' | 'journal';

const kinds = ['', 'write', 'truncate', 'sync', 'failed sync', 'create', 'answer'] as const;
const files = ['', 'database', 'journal', 'folder'] as const;
const headLength = 24;

/**
 * Parses the recording of disk-layer.c: kind and file (4 bytes each), offset and length (8 each), then data.
 */
export function readRecording(file: string): Step[] {
  const recording = readFileSync(file);
  const steps: Step[] = [];
  for (let at = 0; at + headLength <= recording.length; ) {
    const kind = kinds[recording.readUInt32LE(at)];
    const name = files[recording.readUInt32LE(at + 4)];
    const offset = Number(recording.readBigUInt64LE(at + 8));
    const length = Number(recording.readBigUInt64LE(at + 16));
    const hasBytes = kind === 'write' || kind === 'answer';
    const bytes = recording.subarray(at + headLength, at + headLength + (hasBytes ? length : 0));
    at += headLength + bytes.length;
    steps.push(stepOf(kind, name, offset, bytes));
  }
  return steps;
}

function stepOf(
  kind: (typeof kinds)[number] | undefined,
  file: string | undefined,
  offset: number,
  bytes: Buffer,
): Step {
  switch (kind) {
    case 'write':
      return { kind, file: file as FileName, offset, bytes };
    case 'truncate':
      return { kind, file: file as FileName, length: offset };
    case 'answer':
      return { kind, reference: /"reference":"(\w+)"/.exec(bytes.toString('latin1'))?.[1] ?? '' };
    case 'create':
      return { kind, file: file as FileName };
    case 'sync':
    case 'failed sync':
      return { kind, file: file as FileName | 'folder' };
    default:
      throw new Error('The recording cannot be read.');
  }
}
