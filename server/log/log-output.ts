import { type NoParamCallback, writeFile } from 'node:fs';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** Maximum characters that wait to be written; further lines are dropped. */
const maxWaiting = 1_000_000;

const writeToStdout = (text: string, done: NoParamCallback) => writeFile(process.stdout.fd, text, done);

/**
 * Writes the lines that have gathered, but never blocks like process.stdout: a full disk, or a reader that is gone
 * or stalled, costs lines of the log and nothing else.
 */
export function logOutput(write = writeToStdout) {
  const lines = new Writable({
    decodeStrings: false,
    // An error would end the stream, so it is not passed on.
    writev: (waiting, done) => write(waiting.map(({ chunk }) => chunk).join(''), () => done()),
  });
  return {
    write(line: string): void {
      if (lines.writableLength < maxWaiting) {
        lines.write(line);
      }
    },

    /** Resolves to true when everything is written or dropped, or to false after `milliseconds`. */
    async flush(milliseconds: number): Promise<boolean> {
      const written = new Promise<boolean>((resolve) => lines.write('', () => resolve(true)));
      return Promise.race([written, pause(milliseconds, false)]);
    },
  };
}
