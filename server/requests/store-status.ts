import { maxBackupAge } from '../../contract/max-backup-age.ts';
import { day } from '../clock.ts';
import { toJsonRows } from '../queue/transaction.ts';
import { unfinishedCondition } from '../queue/unfinished.ts';
import { emailChannelName, pagingChannelName, type RequestTransaction } from './channel-data.ts';
import { emailWaitSql } from './email-wait.ts';
import { notProbableSpamCondition } from './emergency.ts';

export interface StoreStatus {
  /** The number of requests with an unfinished email, at most 10,000. Excludes probable spam. */
  unsentCount: number;
  /** The unsent request whose email has waited longest. */
  longestUnsent?: UnsentRequest | undefined;
  longestUnsentEmergency?: UnsentRequest | undefined;
  /** The references of the unsent requests that have a permanently refused email, longest wait first. */
  refused: string[];
  /**
   * The number of recipients in the settings whose service permanently refused an alarm within the last day and has
   * accepted none since. A restart may reset this number to 0.
   */
  refusingRecipients: number;
  /** Database files that were set aside, because they were damaged or replaced while requests were unsent. */
  setAside: string[];
  /** Whether the last backup is older than `maxBackupAge`. False if this database was never backed up. */
  isBackupLate: boolean;
}

/** Increments a counter that nothing reads, only to force a write. */
export const forceWriteSql = 'update installation set openings = openings + 1';

/** A request and how long its email has waited, in milliseconds. */
type UnsentRequest = { reference: string; waitTime: number };

/**
 * Reads the status. Also writes to the database, because on a full or read-only disk, reading may work although writing
 * fails.
 */
export async function probeStatus(transaction: RequestTransaction): Promise<StoreStatus> {
  const { query, wallTime, trustedTime } = transaction;
  const [{ backupAt } = { backupAt: null }] = await query<{ backupAt: number | null }>(
    `${forceWriteSql} returning backup_at as "backupAt"`,
    {},
  );
  const parameters = { channel: emailChannelName, wallTime, trustedTime };
  const unsent = await query<UnsentRequest & { emergency: number; refused: number }>(
    findUnsentSql,
    parameters,
  );
  return {
    unsentCount: unsent.length,
    longestUnsent: unsent[0],
    longestUnsentEmergency: unsent.find(({ emergency }) => emergency === 1),
    refused: unsent.filter(({ refused }) => refused === 1).map(({ reference }) => reference),
    refusingRecipients: await countRefusingRecipients(transaction),
    setAside: [],
    isBackupLate: backupAt !== null && wallTime - backupAt > maxBackupAge,
  };
}

async function countRefusingRecipients({
  query,
  trustedTime,
  channels,
}: RequestTransaction): Promise<number> {
  const names = channels
    .filter(({ name }) => name === pagingChannelName)
    .flatMap(({ recipients }) => recipients);
  const recipients = toJsonRows(names);
  const parameters = { channel: pagingChannelName, recipients, since: trustedTime - refusalLifetime };
  const [row] = await query<{ number: number }>(countRefusingRecipientsSql, parameters);
  return row?.number ?? 0;
}

/**
 * How long a refusal counts. A restart with PostgreSQL doesn't clear refusals. Without this limit, a recipient could
 * count as refused for weeks after its setting was corrected, until its service accepts an alarm.
 */
const refusalLifetime = day;

const countRefusingRecipientsSql = `
  select count(*) as number from buckets
  where channel = :channel and refused_at > :since and recipient in (select value ->> 0 from json_each(:recipients))`;

/** SQL condition: the delivery is refused. During a retry, it counts as refused until the result is known. */
export const refusedCondition = "(state in ('refused', 'sending') and result like 'refused %')";

const findUnsentSql = `
  select reference, max(${emailWaitSql}) as "waitTime", emergency,
    max(case when ${refusedCondition} then 1 else 0 end) as refused
  from deliveries join requests on requests.id = request_id
  where ${unfinishedCondition} and channel = :channel and ${notProbableSpamCondition}
  group by requests.id
  order by "waitTime" desc, requests.id
  limit 10000`;
