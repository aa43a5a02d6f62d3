/** The state that Dispatch shows under Health. Times are RFC 3339 in UTC. */
export interface DispatchHealth {
  /** `state` is `files` if neither SMTP nor a mail API is set up. */
  email: {
    state: 'ok' | 'late' | 'refused' | 'files';
    waiting: number;
    lastAcceptedAt?: string | undefined;
  };
  /** The recipients of alarms in PAGE_URL, which aren't the paired devices. */
  phones: RecipientHealth[];
  /** This database's latest backup. Undefined before the first one, and if the database's host makes the backups. */
  backup?: { at: string; bytes: number } | undefined;
  /** True if this database has no recorded backup and its owner has to make one. */
  needsBackup?: boolean | undefined;
  /** Undefined in Supabase functions. */
  disk?: { freeBytes: number; usedPercent: number } | undefined;
  months: { month: string; requests: number; emergencies: number; takenIn15: number }[];
}

export interface RecipientHealth {
  recipient: string;
  /** When the recipient's service last accepted an alarm about a request that is still stored. */
  lastAcceptedAt?: string | undefined;
  /** The latest alarm's outcome and code, like "refused 400". Undefined if it was accepted, or after a test ring. */
  lastFailure?: string | undefined;
  /** When the service accepted the latest test ring. Undefined if it didn't. */
  testedAt?: string | undefined;
  /** The time of the latest test ring, if the service didn't accept it and no alarm was attempted since. */
  testRefusedAt?: string | undefined;
}
