import { type NoParamCallback, writeFile } from 'node:fs';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** How many characters may wait to be written before further lines are dropped. */
const maxWaiting = 1_000_000;

const writeToStdout = (text: string, done: NoParamCallback) => writeFile(process.stdout.fd, text, done);

/**
 * Writes queued log lines without ever blocking this thread, unlike process.stdout. If the disk is full, or the reader
 * has exited or stalled, the only loss is log lines.
 */
export function createLogOutput(write = writeToStdout) {
  const lines = new Writable({
    decodeStrings: false,
    // Errors are ignored, because passing one on would close the stream.
    writev: (waiting, done) => write(waiting.map(({ chunk }) => chunk).join(''), () => done()),
  });
  return {
    write(line: string): void {
      if (lines.writableLength < maxWaiting) {
        lines.write(line);
      }
    },

    /** Resolves to true once every line is written or dropped, or to false after `timeout`. */
    async flush(timeout: number): Promise<boolean> {
      const written = new Promise<boolean>((resolve) => lines.write('', () => resolve(true)));
      return Promise.race([written, pause(timeout, false)]);
    },
  };
}
