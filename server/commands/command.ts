import { lstatSync, rmSync } from 'node:fs';
import { environmentOfServer } from '../settings/environment.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { renameDurably, syncToDisk } from '../store/durable-files.ts';

type Work<Parameters> = (parameters: Parameters, settings: Settings) => Promise<string>;

/**
 * A command that works on the data of the server whose environment is read. It prints what `work` returns, or its
 * error, and returns the exit code.
 */
export function commandOf(help: string, work: Work<string[]>) {
  return async (parameters: string[], readEnvironment = environmentOfServer): Promise<0 | 1> => {
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
export function fileCommand(help: string, work: Work<string>) {
  return commandOf(help, async ([file = '-', ...rest], settings) => {
    if (settings.database)
      throw new Error('The requests are in PostgreSQL: see docs/more-than-one-machine.md.');
    if (file.startsWith('-') || rest.length > 0) throw new Error(help);
    return work(file, settings);
  });
}

export async function runAsProgram(run: ReturnType<typeof commandOf>): Promise<void> {
  // Only this account may read what visitors wrote.
  process.umask(0o077);
  process.exitCode = await run(process.argv.slice(2));
}

/**
 * Writes a new file, all of it or nothing: `write` creates it under the name it is passed. Whatever has its name
 * already stays, a link included, which could lead anywhere.
 */
export async function writeNewFile(file: string, write: (unfinished: string) => unknown): Promise<void> {
  const exists = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  if (exists) throw new Error(`${file} exists already. Name another file.`);
  const unfinished = `${file}.unfinished-${process.pid}`;
  try {
    await write(unfinished);
    syncToDisk(unfinished);
    renameDurably(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
