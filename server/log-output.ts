import { writeFile } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Maximum characters that wait to be written; further lines are dropped. */
const maxWaiting = 1_000_000;

const writeToStdout = (text: string) => promisify(writeFile)(process.stdout.fd, text);

/**
 * Writes lines one after another, but never blocks like process.stdout: a full disk, or a reader that is gone
 * or stalled, costs lines of the log and nothing else.
 */
export function logOutput(write: (text: string) => Promise<void> = writeToStdout) {
  let waiting = '';
  let writing: Promise<void> | undefined;

  return {
    write(line: string): void {
      if (waiting.length < maxWaiting) {
        waiting += line;
      }
      writing ??= writeWaiting();
    },

    /** Resolves to true when everything is written or dropped, or to false after `milliseconds`. */
    async flush(milliseconds: number): Promise<boolean> {
      return Promise.race([Promise.resolve(writing).then(() => true), pause(milliseconds, false)]);
    },
  };

  async function writeWaiting(): Promise<void> {
    while (waiting !== '') {
      const text = waiting;
      waiting = '';
      await write(text).catch(() => undefined);
    }
    writing = undefined;
  }
}
