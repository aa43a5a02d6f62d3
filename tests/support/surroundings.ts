/**
 * Imported by the configurations of both test runners: what tests and the programs that they start would
 * otherwise read of the machine.
 */
const proxies = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'];
for (const name of [...proxies, ...proxies.map((proxy) => proxy.toUpperCase()), 'CI', 'FORCE_COLOR']) {
  delete process.env[name];
}
Object.assign(process.env, { TZ: 'UTC', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' });
process.umask(0o022);
