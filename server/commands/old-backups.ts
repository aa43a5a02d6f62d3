import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes the backups in a folder whose day began `age` milliseconds ago, but not the newest. By age, not by number:
 * what visitors wrote must not outlive its days in a forgotten copy.
 */
export function removeOldBackups(folder: string, newest: string, age: number, now: Date): void {
  for (const name of readdirSync(folder)) {
    const [, day] = /^requests-(\d{4}-\d\d-\d\d)\.sqlite(?:\.unfinished)?$/.exec(name) ?? [];
    const copy = join(folder, name);
    if (day !== undefined && copy !== newest && now.getTime() - Date.parse(day) >= age) {
      rmSync(copy);
    }
  }
}
