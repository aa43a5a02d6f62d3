import { lstatSync, rmSync } from 'node:fs';
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
  return commandOf(help, async ([file = '-', ...rest], settings) => {
    if (file.startsWith('-') || rest.length > 0) throw new Error(help);
    if (settings.database)
      throw new Error('The requests are in PostgreSQL: see docs/more-than-one-machine.md.');
    return work(file, settings);
  });
}

export async function runAsProgram(run: Run): Promise<void> {
  // Only this account may read what visitors wrote.
  process.umask(0o077);
  process.exitCode = await run(process.argv.slice(2));
}

/**
 * Writes a new file, all of it or nothing: `write` creates it under the name it is passed. Whatever has its name
 * already stays, a link included, which could lead anywhere.
 */
export async function writeNewFile(file: string, write: (unfinished: string) => unknown): Promise<void> {
  if (lstatSync(file, { throwIfNoEntry: false })) {
    throw new Error(`${file} exists already. Name another file.`);
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
