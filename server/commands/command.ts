import { environmentOfServer } from '../environment.ts';
import { readSettings, type Settings } from '../settings.ts';

/** Does what the parameters say, on the data of the server whose environment is read. Returns the exit code. */
export type Run = (parameters: string[], readEnvironment?: typeof environmentOfServer) => Promise<0 | 1 | 2>;

interface Command<Understood> {
  help: string;
  /** Throws a sentence, for the one who typed it, if the parameters are not listed in the help. */
  understand(parameters: string[]): Understood;
  /** Begins the sentence when it failed. */
  failed?: string;
  /** Returns what to say when it is done. */
  work(understood: Understood, settings: Settings): Promise<string>;
}

/** Exits with 0 when done, with 1 on failure, with 2 when not understood. */
export function commandOf<Understood>({ help, understand, failed, work }: Command<Understood>): Run {
  return async (parameters, readEnvironment = environmentOfServer) => {
    if (['--help', '-h'].includes(parameters[0] ?? '')) {
      console.log(help);
      return 0;
    }
    let understood: Understood;
    try {
      understood = understand(parameters);
    } catch (error) {
      console.error(`${(error as Error).message}\n\n${help}`);
      return 2;
    }
    try {
      console.log(await work(understood, readSettings(readEnvironment())));
      return 0;
    } catch (error) {
      const { message } = error as Error;
      console.error(failed === undefined ? message : `${failed}: ${message}`);
      return 1;
    }
  };
}

/** For a command with one parameter. */
export function onlyParameter(ask: string): (parameters: string[]) => string {
  return ([parameter, ...rest]) => {
    if (parameter === undefined || parameter.startsWith('-') || rest.length > 0) {
      throw new Error(ask);
    }
    return parameter;
  };
}

export async function runAsProgram(run: Run): Promise<void> {
  // Only this account may read what visitors wrote.
  process.umask(0o077);
  process.exitCode = await run(process.argv.slice(2));
}
