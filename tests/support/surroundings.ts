/**
 * Imported by the configurations of both test runners: what tests and the programs that they start would
 * otherwise read of the machine.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const proxies = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'];
for (const name of [...proxies, ...proxies.map((proxy) => proxy.toUpperCase()), 'CI', 'FORCE_COLOR']) {
  delete process.env[name];
}
// Browsers and Deno write to it. npm's own settings stay where npm, which starts the tests, found them.
const home = join(root, 'build/home');
mkdirSync(home, { recursive: true });
Object.assign(process.env, {
  HOME: home,
  TZ: 'UTC',
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  // Halves the processor time of each server and store thread that a test starts.
  NODE_COMPILE_CACHE: join(root, 'build/compile-cache'),
});
process.umask(0o022);

/** The folders of tests/fonts: what a Mac, Windows or iPhone (as Arial) and an Android have. */
export type FontSet = 'liberation-sans' | 'roboto';

/** The environment of a browser that knows the fonts of one set, whatever else is installed on the machine. */
export function withFonts(set: FontSet): Record<string, string> {
  const folder = join(root, 'build/fonts', set);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'fonts.conf');
  const [fonts, cache] = [`<dir>${join(root, 'tests/fonts', set)}</dir>`, `<cachedir>${folder}</cachedir>`];
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${fonts}${cache}</fontconfig>`);
  return { FONTCONFIG_FILE: file };
}
