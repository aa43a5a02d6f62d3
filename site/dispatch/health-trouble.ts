import type { dispatchWords } from '../../content/words/dispatch.ts';
import type { Dashboard } from '../../contract/dispatch.ts';
import type { RecipientHealth } from '../../contract/dispatch-health.ts';
import { maxBackupAge } from '../../contract/max-backup-age.ts';

/** From this used percentage, a disk counts as nearly full. */
export const fullPercent = 80;

/** Finds the most important problem with emails, phones, the disk, or backups. Undefined if there is none. */
export function findTrouble(
  { health }: Dashboard,
  now: string,
): keyof typeof dispatchWords.health.troubles | undefined {
  const { email, phones, backup, needsBackup, disk } = health;
  if (email.state !== 'ok') {
    return email.state;
  }
  if (phones.some(hasPhoneFailed)) {
    return 'phones';
  }
  if (disk && disk.usedPercent >= fullPercent) {
    return 'disk';
  }
  if (needsBackup) {
    return 'noBackup';
  }
  return backup && isBackupOld(backup.at, now) ? 'backup' : undefined;
}

export const hasPhoneFailed = ({ lastFailure, testRefusedAt }: RecipientHealth) =>
  lastFailure !== undefined || testRefusedAt !== undefined;

export const isBackupOld = (at: string, now: string) => Date.parse(now) - Date.parse(at) > maxBackupAge;
