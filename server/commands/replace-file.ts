import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { renameDurably, syncToDisk } from '../durable-files.ts';

/**
 * Writes a file that an owner named, all of it or nothing. `write` creates it under the name it is given,
 * which is new: the file gets that one's permissions even where another file had its name. Throws a sentence
 * when the name must not be overwritten.
 */
export async function replaceFile(
  file: string,
  dataDir: string,
  write: (unfinished: string) => void | Promise<void>,
): Promise<void> {
  assertReplaceable(file, dataDir);
  const unfinished = `${file}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    await write(unfinished);
    syncToDisk(unfinished);
    renameDurably(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Throws a sentence if writing this file would destroy the server's data, or anything that is not a file. */
export function assertReplaceable(file: string, dataDir: string): void {
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) {
    throw new Error(`there is no folder ${folder}. Create it first, or name another place.`);
  }
  const found = statSync(file, { throwIfNoEntry: false });
  if (existsSync(dataDir) && (isIn(folder, statSync(dataDir)) || isOneOf(found, dataDir))) {
    throw new Error(
      `${file} is part of the server's own data in ${dataDir}. Name a place outside that folder.`,
    );
  }
  if (found && !found.isFile()) {
    throw new Error(`${file} is not a regular file, so it is not overwritten. Name another place.`);
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(`this account may not write in ${folder}. Name another place, or run it with sudo.`, {
      cause: error,
    });
  }
}

/** By device and inode: links and mounts give one folder several names. */
function isIn(folder: string, ancestor: Stats): boolean {
  const real = realpathSync(folder);
  return isSame(statSync(real), ancestor) || (dirname(real) !== real && isIn(dirname(real), ancestor));
}

function isOneOf(found: Stats | undefined, folder: string): boolean {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) =>
    isSame(found, statSync(join(folder, name), { throwIfNoEntry: false })),
  );
}

function isSame(one: Stats | undefined, other: Stats | undefined): boolean {
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino;
}
