/**
 * Imported by the configurations of both test runners: what tests and the programs that they start would
 * otherwise read of the machine.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const proxies = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'];
for (const name of [...proxies, ...proxies.map((proxy) => proxy.toUpperCase()), 'CI', 'FORCE_COLOR']) {
  delete process.env[name];
}
// Browsers and Deno write to it. npm's own settings stay where npm, which starts the tests, found them.
const home = join(import.meta.dirname, '../../build/home');
mkdirSync(home, { recursive: true });
Object.assign(process.env, { HOME: home, TZ: 'UTC', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' });
process.umask(0o022);
