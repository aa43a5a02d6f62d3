import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What the server, the launch check and an upgrade create here, plus what a new file system contains. */
const ourNames = /^(requests\.sqlite.*|server\.lock|mail|alerts\.json|claims\.json|lost\+found)$/;

/**
 * Creates the data folder, or restricts it to this account. Throws an explanation if it cannot be used: a
 * server that started without one would answer every request with a 503.
 */
export function prepareDataFolder(dataDir: string): void {
  const folder = resolve(dataDir);
  try {
    makeFolder(folder);
    const { mode } = statSync(folder);
    if (mode & 0o077) {
      tighten(folder);
    }
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    tightenFiles(folder);
  } catch (error) {
    const why = error instanceof FolderInUse ? error.message : reasons[codeOf(error)];
    throw new Error(
      `DATA_DIR is "${dataDir}": ${why ?? `it cannot be used (${codeOf(error)})`}. It must be a folder that this account may write to, like DATA_DIR=/var/lib/site`,
      { cause: error },
    );
  }
}

class FolderInUse extends Error {}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown';

const reasons: Record<string, string> = {
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'it is not a folder, or leads through a file',
  EEXIST: 'it is not a folder',
  EACCES: 'this account may not use it',
  EPERM: 'it belongs to another account',
  EROFS: 'its file system is read-only',
};

/** One level at a time: `mkdir` with `recursive` never returns for a folder under /proc (Node 26). */
function makeFolder(folder: string): void {
  if (!existsSync(folder)) {
    makeFolder(dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
  } else if (!statSync(folder).isDirectory()) {
    throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  }
}

/** A readable folder with other contents, like a home folder, is not ours to restrict. */
function tighten(folder: string): void {
  const others = readdirSync(folder).filter((name) => !ourNames.test(name));
  if (others.length > 0) {
    throw new FolderInUse(
      'other accounts may read it, and it holds files that are not ours. Use a folder of its own, or remove access for others (chmod 700)',
    );
  }
  chmodSync(folder, 0o700);
}

/** Files that were copied or restored may have wider permissions. */
function tightenFiles(folder: string): void {
  for (const name of readdirSync(folder).filter((candidate) => candidate.startsWith('requests.sqlite'))) {
    const file = join(folder, name);
    if (statSync(file).mode & 0o077) {
      chmodSync(file, 0o600);
    }
  }
}
