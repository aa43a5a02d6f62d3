// Backs up the requests once a day, for containers; systemd has diesel-site-backup.timer. A backup that fails is tried
// again after an hour.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const hour = 60 * 60_000;
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => process.exit());
}
if (process.env.HAS_POSTGRESQL) {
  console.log(
    'DATABASE_URL is set, so this container has nothing to back up. Back up the PostgreSQL database.',
  );
  for (;;) {
    await wait(24 * hour);
  }
}
// The server creates the database.
await wait(30_000);
for (;;) {
  const backup = spawn(process.execPath, ['server/commands/backup.ts', '/backups'], { stdio: 'inherit' });
  const [code] = await once(backup, 'exit');
  await wait(code === 0 ? 24 * hour : hour);
}
