import { existsSync, lstatSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { renameDurably, syncToDisk } from '../durable-files.ts';

/** Unique, and hidden from commands that run at the same time. */
export function unfinishedName(file: string): string {
  return `${file}.unfinished-${process.pid}-${Date.now()}`;
}

/**
 * Writes a file that an owner named, all of it or nothing, in place of a file of that name but never of a link.
 * `write` creates it under the new name it is passed. Throws a sentence when the name must not be overwritten.
 */
export async function writeOutputFile(
  file: string,
  dataDir: string,
  write: (unfinished: string) => void | Promise<void>,
): Promise<void> {
  assertWritable(file, dataDir);
  const unfinished = unfinishedName(file);
  try {
    await write(unfinished);
    syncToDisk(unfinished);
    renameDurably(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function assertWritable(file: string, dataDir: string): void {
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) {
    throw new Error(`there is no folder ${folder}. Create it first, or name another place.`);
  }
  if (existsSync(dataDir) && join(realpathSync(folder), sep).startsWith(join(realpathSync(dataDir), sep))) {
    throw new Error(
      `${file} is part of the server's own data in ${dataDir}. Name a place outside that folder.`,
    );
  }
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) {
    throw new Error(`${file} is not a regular file, so it is not overwritten. Name another place.`);
  }
}
