import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, nobody, type SharedPostgres } from './postgres.ts';

/** Where Debian and others install it. */
const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync);

export const hasPgBouncer = program !== undefined;

/** PgBouncer in transaction mode in front of a database, with fewer connections than its clients want. */
export async function startPgBouncer(postgres: SharedPostgres, url: string) {
  const { username, password } = new URL(url);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const configuration = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${username}" "${password}"\n`);
  writeFileSync(
    configuration,
    `[databases]
${username} = host=127.0.0.1 port=${postgres.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 3
`,
  );
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  for (const path of [folder, users, configuration]) {
    if ('uid' in account) {
      chownSync(path, nobody, nobody);
    }
  }
  const child = spawn(program ?? 'pgbouncer', [configuration], { ...account, stdio: 'ignore' });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const ownUrl = url.replace(`:${postgres.port}/`, `:${port}/`);
  const answers = () =>
    postgres.query('select 1', [], ownUrl).then(
      () => true,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) {
      throw new Error('PgBouncer did not start.');
    }
    await pause(20);
  }
  return {
    url: ownUrl,
    stop: async () => {
      end();
      process.off('exit', end);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
