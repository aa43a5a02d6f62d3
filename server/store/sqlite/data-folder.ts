import { accessSync, chmodSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates the data folder for this account alone, as well as its files. Throws an explanation if it cannot be
 * used: a server that started without one would answer every request with a 503.
 */
export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    // Files that were copied or restored may have wider permissions.
    for (const name of readdirSync(dataDir).filter((candidate) => candidate.startsWith('requests.sqlite'))) {
      chmodSync(join(dataDir, name), 0o600);
    }
  } catch (error) {
    throw new Error(
      `DATA_DIR cannot be used (${(error as Error).message}). It must be a folder that this account may write to, like DATA_DIR=/var/lib/site`,
      { cause: error },
    );
  }
}
