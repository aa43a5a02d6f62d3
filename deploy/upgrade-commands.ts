import { execFileSync, spawn } from 'node:child_process';
import { environment, live } from './upgrade-paths.ts';

export interface Plan {
  /** Commits. */
  from: string;
  to: string;
  /** Milliseconds since 1970. */
  at: number;
  migrates: boolean;
}

export interface Options {
  /** In milliseconds. */
  timeout: number;
  migrate: boolean;
}

/** For merging the owner's edits: root may have no git identity. */
const author = ['-c', 'user.name=upgrade', '-c', 'user.email=upgrade@localhost'];

/** Runs git and returns what it printed. Throws a sentence with git's own words. */
export function git(parameters: readonly string[], cwd = live): string {
  try {
    return execFileSync('git', [...author, ...parameters], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(`"git ${parameters.join(' ')}" failed: ${stderr?.trim() || (error as Error).message}`, {
      cause: error,
    });
  }
}

/** The files that only the second commit has. */
export function addedBetween(from: string, to: string): string[] {
  const names = git(['diff', '--name-only', '--no-renames', '--diff-filter=A', '-z', from, to]);
  return names.split('\0').filter(Boolean);
}

/**
 * Runs a command and shows its output. It is not in the terminal's process group, so that Ctrl-C or a lost
 * connection ends no step halfway. Rejects with a sentence if it fails.
 */
export async function run(cwd: string, command: string, ...parameters: string[]): Promise<void> {
  const child = spawn(command, parameters, {
    cwd,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const code = await new Promise<number | null | Error>((done) => {
    child.once('error', done);
    child.once('exit', done);
  });
  if (code !== 0) {
    throw new Error(`"${[command, ...parameters].join(' ')}" failed. Its output above says why.`);
  }
}

export function step(what: string): void {
  console.log(`\n── ${what}`);
}
