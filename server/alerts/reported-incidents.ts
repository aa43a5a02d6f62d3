import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Incident } from './find-incidents.ts';

/** The file's size in bytes. It is overwritten in place, which works even after the disk has filled up. */
const size = 4_096;

/**
 * Remembers across restarts which incidents were reported to the owner, so that each incident and its end are
 * reported only once. If the file cannot be read or written, incidents that are still open after a restart
 * are reported again.
 */
export async function openReportedIncidents(dataDir: string) {
  const file = join(dataDir, 'alerts.json');
  let latest: readonly Incident[] | undefined;
  let isWriting = false;

  return {
    reported: await read(file),

    /** One write at a time. Not awaited: a hung disk must not delay an alert. */
    async keep(incidents: readonly Incident[]): Promise<void> {
      latest = incidents;
      if (isWriting) {
        return;
      }
      isWriting = true;
      while (latest) {
        const next = latest;
        latest = undefined;
        await write(file, next).catch(() => undefined);
      }
      isWriting = false;
    },
  };
}

async function read(file: string): Promise<Incident[]> {
  const handle = await open(file, 'r').catch(() => undefined);
  try {
    return JSON.parse((await handle?.readFile('utf8')) ?? '');
  } catch {
    await write(file, []).catch(() => undefined);
    return [];
  } finally {
    await handle?.close();
  }
}

async function write(file: string, incidents: readonly Incident[]): Promise<void> {
  const handle = await open(file, 'r+').catch(() => open(file, 'w+', 0o600));
  try {
    const text = JSON.stringify(incidents.map(({ event, reference }) => ({ event, reference })));
    await handle.write(text.padEnd(size), 0);
    await handle.truncate(Math.max(size, text.length));
    await handle.sync();
  } finally {
    await handle.close();
  }
}
