import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { environmentOfServer } from '../server/environment.ts';

/** The folder of the version that runs. */
export const live = join(import.meta.dirname, '..');

export const environment = environmentOfServer();

export const work = join(live, '.upgrade');
export const next = join(work, 'next');
export const previous = join(work, 'previous');
/** Freed when something fails, so that a full disk does not keep the old version from coming back. */
export const reserve = join(work, 'reserve');
/** One of them exists from before the server is stopped until a version runs. */
export const journals = { forward: join(work, 'forward.json'), back: join(work, 'back.json') };
const { DATA_DIR = './data' } = environment;
export const database = resolve(live, DATA_DIR, 'requests.sqlite');
export const copy = `${database}.before-upgrade`;

export function hasFile(): boolean {
  return !environment.DATABASE_URL && existsSync(database);
}
