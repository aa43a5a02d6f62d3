import { existsSync, lstatSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { renameDurably, syncToDisk } from '../durable-files.ts';
import { environmentOfServer } from '../environment.ts';
import { readSettings, type Settings } from '../settings.ts';

/** Works on the data of the server whose environment is read. Returns the exit code: 0 when done. */
export type Run = (parameters: string[], readEnvironment?: typeof environmentOfServer) => Promise<0 | 1>;

/** `work` returns what to say when it is done. */
export function commandOf(
  help: string,
  work: (parameters: string[], settings: Settings) => Promise<string>,
): Run {
  return async (parameters, readEnvironment = environmentOfServer) => {
    try {
      const isHelp = parameters[0] === '--help';
      console.log(isHelp ? help : await work(parameters, readSettings(readEnvironment())));
      return 0;
    } catch (error) {
      console.error((error as Error).message);
      return 1;
    }
  };
}

/** For a command with one parameter, about the requests in SQLite. */
export function fileCommand(help: string, work: (file: string, settings: Settings) => Promise<string>): Run {
  return commandOf(help, async ([file, ...rest], settings) => {
    if (file === undefined || file.startsWith('-') || rest.length > 0) {
      throw new Error(help);
    } else if (settings.database) {
      throw new Error('The requests are in PostgreSQL: see docs/more-than-one-machine.md.');
    }
    return work(file, settings);
  });
}

export async function runAsProgram(run: Run): Promise<void> {
  // Only this account may read what visitors wrote.
  process.umask(0o077);
  process.exitCode = await run(process.argv.slice(2));
}

/**
 * Writes a file that the owner named, all of it or nothing, in place of a file of that name but never of a link.
 * `write` creates it under the new name it is passed. Throws a sentence when the name must not be overwritten.
 */
export async function writeOutputFile(
  file: string,
  dataDir: string,
  write: (unfinished: string) => unknown,
): Promise<void> {
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) {
    throw new Error(`There is no folder ${folder}. Create it first, or name another place.`);
  } else if (existsSync(dataDir) && (realpathSync(folder) + sep).startsWith(realpathSync(dataDir) + sep)) {
    throw new Error(`${file} would be among the server's own data. Name a place outside ${dataDir}.`);
  } else if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) {
    throw new Error(`${file} is not a regular file, so it is not overwritten. Name another place.`);
  }
  const unfinished = join(folder, `requests-${process.pid}-${Date.now()}.unfinished`);
  try {
    await write(unfinished);
    syncToDisk(unfinished);
    renameDurably(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
