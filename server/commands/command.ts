import { existsSync, lstatSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { readServerEnvironment } from '../settings/environment.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { renameDurably, syncToDisk } from '../store/durable-files.ts';

type Work<Parameters> = (args: Parameters, settings: Settings) => Promise<string>;

/**
 * Creates a command that uses the server's settings, and so works on that server's data. The command prints `help`, or
 * the result or error message of `work`, and returns the exit code.
 */
export function createCommand(help: string, work: Work<string[]>) {
  return async (args: string[], readEnvironment = readServerEnvironment): Promise<0 | 1> => {
    try {
      const isHelp = args[0] === '--help';
      console.log(isHelp ? help : await work(args, readSettings(readEnvironment())));
      return 0;
    } catch (error) {
      console.error((error as Error).message);
      return 1;
    }
  };
}

/** Creates a command that has one parameter and works on the requests in SQLite. */
export function createFileCommand(help: string, work: Work<string>) {
  return createCommand(help, async ([file = '-', ...rest], settings) => {
    if (settings.database) {
      throw new Error('The requests are in PostgreSQL. See docs/more-than-one-machine.md.');
    }
    if (file.startsWith('-') || rest.length > 0) {
      throw new Error(help);
    }
    return work(file, settings);
  });
}

export async function runAsProgram(run: ReturnType<typeof createCommand>): Promise<void> {
  // Only this account may read visitor data.
  process.umask(0o077);
  process.exitCode = await run(process.argv.slice(2));
}

/** Writes a new file, either completely or not at all. `write` creates the file under a temporary name. */
export async function writeNewFile(file: string, write: (unfinished: string) => unknown): Promise<void> {
  // Don't replace an existing file, or a link, which could point anywhere.
  const exists = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  if (exists) {
    throw new Error(`${file} already exists. Choose another file name.`);
  }
  if (!existsSync(dirname(file))) {
    throw new Error(`There is no folder ${dirname(file)}. Create it, or choose another folder.`);
  }
  const unfinished = `${file}.unfinished-${process.pid}`;
  try {
    await write(unfinished);
    syncToDisk(unfinished);
    renameDurably(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
