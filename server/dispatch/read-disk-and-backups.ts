// Not a named import: Supabase's runtime has no `statfs`, and also loads this file.
import * as files from 'node:fs';
import type { Settings } from '../settings/settings.ts';
import type { DispatchDependencies } from './dependencies.ts';

interface DataFolder {
  settings: Pick<Settings, 'dataDir' | 'database'>;
  hasDataFolder: boolean;
}

/** Reads the data folder's disk, and whether the server needs backups. Returns nothing if there is no folder. */
export async function readDiskAndBackups({
  settings,
  hasDataFolder,
}: DataFolder): ReturnType<DispatchDependencies['readDiskAndBackups']> {
  if (!hasDataFolder) {
    return {};
  }
  const { bavail, blocks, bsize } = await files.promises.statfs(settings.dataDir);
  return {
    disk: { freeBytes: bavail * bsize, usedPercent: Math.round(100 * (1 - bavail / blocks)) },
    needsBackups: settings.database === undefined,
  };
}
