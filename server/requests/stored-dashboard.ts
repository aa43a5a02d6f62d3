import { maxOpenRequests } from '../../contract/dispatch.ts';
import { day } from '../clock.ts';
import type { Transaction } from '../queue/transaction.ts';
import { emailChannelName, pagingChannelName } from './channel-data.ts';
import { type MonthCounts, readMonthlyCounts } from './counts.ts';
import { roundColumn } from './deliveries.ts';
import { findDevice, listDevices, type StoredDevice } from './devices.ts';
import { emailWaitSql } from './email-wait.ts';
import { notProbableSpamCondition } from './emergency.ts';
import { type OwnerChange, readOwnerChanges } from './owner-changes.ts';
import {
  endedAtSql,
  needsOwnerCondition,
  type RequestWithHistory,
  selectWithHistory,
} from './request-with-history.ts';
import { refusedCondition } from './store-status.ts';
import { readTestRings, type TestRing } from './test-rings.ts';

/** The maximum number of ended requests on the dashboard, and the maximum time since they ended. */
const endedLimits = { count: 20, age: 7 * day };

/** The stored data behind the owner's dashboard, read in one transaction. */
export interface StoredDashboard {
  me: StoredDevice;
  open: RequestWithHistory[];
  openCount: number;
  /** The number of untaken open requests from each network that has several. */
  networks: Record<string, number>;
  ended: RequestWithHistory[];
  devices: StoredDevice[];
  /** The owner's changes to the site and the on-call order. */
  changes: OwnerChange[];
  months: MonthCounts[];
  recipients: {
    recipient: string;
    lastAcceptedAt: number | null;
    /** The time and the result of the latest attempt. */
    lastTriedAt: number | null;
    lastResult: string | null;
  }[];
  testRings: TestRing[];
  /** `at` is null if no backup is recorded, as with PostgreSQL. */
  backup: { at: number | null; bytes: number | null };
  email: { waiting: number; longestWait: number; refused: number; lastAcceptedAt: number | null };
  wallTime: number;
}

/**
 * Returns the dashboard for the device with this key. Undefined if the key is unknown. `actingDevice` has just
 * completed an action, and gets the dashboard even if it was removed right afterward. Otherwise, its user would believe
 * that the action failed.
 */
export async function readDashboard(
  transaction: Transaction,
  key: string,
  actingDevice?: StoredDevice,
): Promise<StoredDashboard | undefined> {
  const { query, wallTime } = transaction;
  const me = (await findDevice(transaction, key)) ?? actingDevice;
  if (me === undefined) {
    return undefined;
  }
  const networks = await query<{ network: string; count: number }>(countNetworksSql, {});
  const [{ count: openCount } = { count: 0 }] = await query<{ count: number }>(countOpenSql, {});
  return {
    me,
    open: await selectWithHistory(transaction, needsOwnerCondition, {}, openOrderSql),
    openCount,
    networks: Object.fromEntries(networks.map(({ network, count }) => [network, count])),
    ended: await selectWithHistory(
      transaction,
      `not (${needsOwnerCondition}) and ${endedAtSql} > :after`,
      { after: wallTime - endedLimits.age },
      `order by ${endedAtSql} desc limit ${endedLimits.count}`,
    ),
    devices: await listDevices(transaction),
    changes: await readOwnerChanges(transaction),
    months: await readMonthlyCounts(transaction),
    recipients: await query(readRecipientsSql, { channel: pagingChannelName }),
    testRings: await readTestRings(transaction),
    email: await readEmail(transaction),
    backup: await readBackup(transaction),
    wallTime,
  };
}

const countOpenSql = `select count(*) as count from requests where ${needsOwnerCondition}`;

const countNetworksSql = `
  select network, count(*) as count from requests
  where ${needsOwnerCondition} and taken_at is null and network is not null
  group by network having count(*) > 1`;

/**
 * Sorts untaken emergencies first, then other untaken requests, then taken ones, and then probable spam. Sorts each
 * group by the request's round within its network, so that one sender can't easily fill the list.
 */
const openOrderSql = `
  order by case when taken_at is not null then 2 else 1 - emergency end + 3 * honeypot_filled * (1 - emergency),
    ${roundColumn}, received_at
  limit ${maxOpenRequests}`;

/** Selects when each recipient's service last accepted an alarm, and the time and result of the latest attempt. */
const readRecipientsSql = `
  select recipient, max(last_sent_at) as "lastAcceptedAt", max(tried_at) as "lastTriedAt", (
    select result from deliveries as latest
    where latest.channel = :channel and latest.recipient = deliveries.recipient and result is not null
    order by coalesce(tried_at, 0) desc, id desc limit 1) as "lastResult"
  from deliveries where channel = :channel group by recipient`;

async function readEmail({ query, wallTime, trustedTime }: Transaction): Promise<StoredDashboard['email']> {
  const [row] = await query<Record<keyof StoredDashboard['email'], number | null>>(summarizeEmailSql, {
    channel: emailChannelName,
    wallTime,
    trustedTime,
  });
  return {
    waiting: Number(row?.waiting ?? 0),
    longestWait: Number(row?.longestWait ?? 0),
    refused: Number(row?.refused ?? 0),
    lastAcceptedAt: row?.lastAcceptedAt ?? null,
  };
}

async function readBackup({ query }: Transaction): Promise<StoredDashboard['backup']> {
  const [row] = await query<StoredDashboard['backup']>(findBackupSql, {});
  return row ?? { at: null, bytes: null };
}

const findBackupSql = 'select backup_at as at, backup_bytes as bytes from installation';

const waitingCondition = `state in ('pending', 'sending', 'refused') and ${notProbableSpamCondition}`;

const summarizeEmailSql = `
  select count(case when ${waitingCondition} then 1 end) as waiting,
    max(case when ${waitingCondition} then ${emailWaitSql} end) as "longestWait",
    count(case when ${refusedCondition} and ${notProbableSpamCondition} then 1 end) as refused,
    max(delivered_at) as "lastAcceptedAt"
  from deliveries join requests on requests.id = request_id
  where channel = :channel`;
