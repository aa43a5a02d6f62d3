/**
 * The maximum age of the last backup, in milliseconds, before alerts and Dispatch report it. Backups are daily, so the
 * next one makes up for one failure.
 */
export const maxBackupAge = 48 * 60 * 60_000;
