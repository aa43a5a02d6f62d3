import type { dispatchWords } from '../../content/words/dispatch.ts';
import type { Board, PhoneHealth } from '../../contract/dispatch.ts';

/** Maximum age of a backup in milliseconds, which is two missed nights. */
const maxBackupAge = 2 * 24 * 60 * 60_000;
/** Minimum used percentage of a nearly full disk. */
export const fullPercent = 80;

/** Finds the worst problem that stops emails and alarms, or could stop them. */
export function findTrouble(
  { health }: Board,
  now: string,
): keyof typeof dispatchWords.health.troubles | undefined {
  const { email, phones, backup, needsBackup, disk } = health;
  if (email.state !== 'ok') {
    return email.state;
  }
  if (phones.some(hasFailed)) {
    return 'phones';
  }
  if (disk && disk.usedPercent >= fullPercent) {
    return 'disk';
  }
  if (needsBackup) {
    return 'noBackup';
  }
  return backup && isOld(backup.at, now) ? 'backup' : undefined;
}

export const hasFailed = ({ lastFailure, testRefusedAt }: PhoneHealth) =>
  lastFailure !== undefined || testRefusedAt !== undefined;

export const isOld = (at: string, now: string) => Date.parse(now) - Date.parse(at) > maxBackupAge;
