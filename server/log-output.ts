import { write as writeToFile } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { lineOf } from './log.ts';

/** Maximum characters queued for writing; further lines are dropped. */
const maxQueued = 1_000_000;

/**
 * Writes lines in batches, asynchronously: a full disk, or a reader that is gone or stalled, must not crash
 * or block the site. Lines that cannot be written are dropped and counted; the count is logged first once
 * writing works again.
 */
export function logOutput(write: (text: string) => Promise<void> = writeTo(process.stdout.fd)) {
  let waiting: string[] = [];
  let size = 0;
  let dropped = 0;
  let writing: Promise<void> | undefined;

  return {
    write(line: string): void {
      if (size + line.length > maxQueued) {
        dropped += 1;
      } else {
        waiting.push(line);
        size += line.length;
        writing ??= drain().finally(() => {
          writing = undefined;
        });
      }
    },

    /** Resolves to true when everything is written, or to false after `milliseconds`. */
    async flush(milliseconds: number): Promise<boolean> {
      return Promise.race([(writing ?? Promise.resolve()).then(() => true), pause(milliseconds, false)]);
    },
  };

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const lines = waiting;
      const missing = dropped;
      waiting = [];
      size = 0;
      const notice = missing > 0 ? [lineOf('log_lines_dropped', { lines: missing })] : [];
      try {
        await write([...notice, ...lines].join(''));
        dropped -= missing;
      } catch {
        dropped += lines.length;
      }
    }
  }
}

/** Writes the whole text. After a failure mid-line, the next text starts on a new line. */
function writeTo(fd: number): (text: string) => Promise<void> {
  const writeSome = promisify(writeToFile);
  let midLine = false;

  return async (text) => {
    let rest = Buffer.from(midLine ? `\n${text}` : text);
    while (rest.length > 0) {
      try {
        const { bytesWritten } = await writeSome(fd, rest);
        rest = rest.subarray(bytesWritten);
        midLine = rest.length > 0;
      } catch (error) {
        // A pipe made non-blocking by another program is full: its reader is slow, not gone.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
          throw error;
        }
        await pause(50);
      }
    }
  };
}
