import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fetchPackage } from './fetch-package.mjs';
import { end } from './run.mjs';

/** The Deno version that Supabase runs, for the tests; downloaded if missing. */
export function findDeno() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    end('The tests bring a Deno for Linux on x64 alone. Run them there.');
  }
  const file = (/** @type {string} */ folder) => join(folder, 'deno');
  return file(fetchPackage('deno', '@deno/linux-x64-glibc', (folder) => chmodSync(file(folder), 0o755)));
}
