import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What the server and its commands create here, plus what a new file system contains. */
const ourNames = /^(requests\.sqlite.*|server\.lock|mail|lost\+found)$/;

const reasons: Record<string, string> = {
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'it is not a folder, or leads through a file',
  EACCES: 'this account may not use it',
  EPERM: 'it belongs to another account',
  EROFS: 'its file system is read-only',
};

/**
 * Creates the data folder, or restricts it and its files to this account. Throws an explanation if it cannot be
 * used: a server that started without one would answer every request with a 503.
 */
export function prepareDataFolder(dataDir: string): void {
  const folder = resolve(dataDir);
  try {
    makeFolder(folder);
    if (statSync(folder).mode & 0o077) {
      assertOurs(folder);
      chmodSync(folder, 0o700);
    }
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    // Files that were copied or restored may have wider permissions.
    for (const name of readdirSync(folder).filter((candidate) => candidate.startsWith('requests.sqlite'))) {
      chmodSync(join(folder, name), 0o600);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === undefined ? message : (reasons[code] ?? `it cannot be used (${code})`);
    throw new Error(
      `DATA_DIR is "${dataDir}": ${why}. It must be a folder that this account may write to, like DATA_DIR=/var/lib/site`,
      { cause: error },
    );
  }
}

/** One level at a time: `mkdir` with `recursive` never returns for a folder under /proc (Node 26). */
function makeFolder(folder: string): void {
  if (!existsSync(folder)) {
    makeFolder(dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
  } else if (!statSync(folder).isDirectory()) {
    throw new Error('it is not a folder');
  }
}

/** A readable folder with other contents, like a home folder, is not ours to restrict. */
function assertOurs(folder: string): void {
  if (readdirSync(folder).some((name) => !ourNames.test(name))) {
    throw new Error(
      'other accounts may read it, and it holds files that are not ours. Use a folder of its own, or remove access for others (chmod 700)',
    );
  }
}
