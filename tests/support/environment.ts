/**
 * Imported by both test runners' configurations. Makes the environment of tests and their programs independent of the
 * machine.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const proxies = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'];
for (const name of [...proxies, ...proxies.map((proxy) => proxy.toUpperCase()), 'CI', 'FORCE_COLOR']) {
  delete process.env[name];
}
// Browsers and Deno write to the home folder. npm has already read its own settings from the real one.
const home = join(root, 'build/home');
mkdirSync(home, { recursive: true });
Object.assign(process.env, {
  HOME: home,
  TZ: 'UTC',
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  // The cache halves the processor time of each server and store thread that a test starts.
  NODE_COMPILE_CACHE: join(root, 'build/compile-cache'),
});
process.umask(0o022);

/**
 * The folders in tests/fonts. Liberation Sans stands for Arial (Macs, Windows, and iPhones), and Roboto for Android.
 */
export type FontSet = 'liberation-sans' | 'roboto';

/** Returns an environment in which a browser uses only one set of fonts, regardless of the machine's fonts. */
export function withFonts(set: FontSet): Record<string, string> {
  const folder = join(root, 'build/fonts', set);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'fonts.conf');
  const [fonts, cache] = [`<dir>${join(root, 'tests/fonts', set)}</dir>`, `<cachedir>${folder}</cachedir>`];
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${fonts}${cache}</fontconfig>`);
  return { FONTCONFIG_FILE: file };
}
