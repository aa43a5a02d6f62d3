// Backs up the requests in a container, soon after it starts and then once a day. Retries a failed backup after an
// hour. On a machine with systemd, diesel-site-backup.timer runs the backups.
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
// Wait for the server to create the database.
await wait(30_000);
for (;;) {
  const backup = spawn(process.execPath, ['server/commands/backup.ts', '/backups'], { stdio: 'inherit' });
  const [code] = await once(backup, 'exit');
  await wait(code === 0 ? 24 * hour : hour);
}
