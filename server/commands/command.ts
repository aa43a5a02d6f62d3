import { environmentOfServer } from '../environment.ts';
import { readSettings, type Settings } from '../settings.ts';

export type CommandSettings = Settings;

interface Command {
  help: string;
  /** What to say when its parameter is missing. Absent: it takes none. */
  ask?: string;
  /** Begins the sentence when it failed. */
  failed: string;
  /** Returns what to say when it is done. */
  work(parameter: string, settings: CommandSettings): Promise<string>;
}

/** Runs a command with at most one parameter. Exits with 0 when done, with 1 on failure, with 2 when not understood. */
export async function runCommand({ help, ask, failed, work }: Command): Promise<void> {
  // Only this account may read what visitors wrote.
  process.umask(0o077);
  const [parameter = '', ...rest] = process.argv.slice(2);
  if (parameter === '--help' || parameter === '-h') {
    console.log(help);
  } else if (rest.length > 0 || parameter.startsWith('-') || (parameter === '') !== (ask === undefined)) {
    console.error(`${ask ?? 'This command takes no parameters.'}\n\n${help}`);
    process.exitCode = 2;
  } else {
    try {
      console.log(await work(parameter, readSettings(environmentOfServer())));
    } catch (error) {
      console.error(`${failed}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
}
