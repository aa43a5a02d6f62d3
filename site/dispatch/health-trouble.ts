import type { dispatchWords } from '../../content/words/dispatch.ts';
import type { Board, PhoneHealth } from '../../contract/dispatch.ts';

/** A backup is old after two missed nights, in milliseconds; a disk is nearly full from this percentage. */
const oldBackup = 2 * 24 * 60 * 60_000;
export const fullPercent = 80;

/** The worst thing that keeps emails and alarms from going out, or could. */
export function troubleOf(
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

export const isOld = (at: string, now: string) => Date.parse(now) - Date.parse(at) > oldBackup;
