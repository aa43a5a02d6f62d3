import * as v from 'valibot';
import { flag, type Parameter, type Transaction } from '../queue/transaction.ts';
import { unfinishedCondition } from '../queue/unfinished.ts';
import { addDeliveries } from './deliveries.ts';
import { emailChannelName, pageChannelName, type RequestTransaction } from './destinations.ts';
import { emailWaitSql, startEmailWait } from './email-wait.ts';
import { endDeliveries } from './request-changes.ts';
import { alarmedAtSql, computeLinkAge, endedCondition } from './request-record.ts';
import { createTakeTokens, type TakeTokens } from './request-token.ts';
import { date, requestColumns, requestRow } from './stored-request.ts';

const listedRow = v.object({
  ...requestRow.entries,
  doneAt: v.fallback(v.nullable(date), null),
  takenAt: v.fallback(v.nullable(date), null),
  takenBy: v.fallback(v.nullable(v.string()), null),
  /** Done, canceled, closed, or erased. */
  isEnded: flag,
  alarmedAt: v.fallback(v.nullable(v.number()), null),
});

/** `result` has the outcome and the code of the last attempt. */
type Delivery = {
  requestId: number;
  channel: string;
  recipient: string;
  state: string;
  result: string | null;
};

export type ListedRequest = Omit<v.InferOutput<typeof listedRow>, 'alarmedAt'> & {
  deliveries: Delivery[];
  takeTokens: TakeTokens;
  /** See `computeLinkAge`. */
  linkAge: number;
};

/** Returns the latest requests for the owner, newest first. */
export function listRequests(transaction: Transaction, limit: number): Promise<ListedRequest[]> {
  return selectRequests(transaction, 'order by id desc limit :limit', { limit });
}

/** A list for the owner that may be cut off, and the full count. */
export interface LimitedList {
  requests: ListedRequest[];
  count: number;
}

/**
 * Returns requests whose email hasn't been delivered. Requests with a filled honeypot come last. In both groups,
 * emergencies come first, and older requests come before newer ones.
 */
export async function listUnsent(transaction: Transaction, limit: number): Promise<LimitedList> {
  const parameters = { channel: emailChannelName, limit };
  const listOrderSql = 'order by honeypot_filled, emergency desc, id limit :limit';
  const requests = await selectRequests(
    transaction,
    `where ${unsentByEmailCondition} ${listOrderSql}`,
    parameters,
  );
  return { requests, count: await countWhere(transaction, unsentByEmailCondition, parameters) };
}

export function countRequests(transaction: Transaction): Promise<number> {
  return countWhere(transaction, '1 = 1', {});
}

const unsentByEmailCondition = `id in (select request_id from deliveries where channel = :channel and ${unfinishedCondition})`;

async function countWhere(
  { query }: Transaction,
  condition: string,
  parameters: Record<string, Parameter>,
): Promise<number> {
  const countedSql = `select count(*) as number from requests where ${condition}`;
  const [row] = await query<{ number: number }>(countedSql, parameters);
  return row?.number ?? 0;
}

export async function findRequest(
  transaction: Transaction,
  reference: string,
): Promise<ListedRequest | undefined> {
  const [found] = await selectRequests(transaction, 'where reference = :reference', { reference });
  return found;
}

async function selectRequests(
  { query, trustedTime, hashKey }: Transaction,
  condition: string,
  parameters: Record<string, Parameter>,
): Promise<ListedRequest[]> {
  const requests = v.parse(
    v.array(listedRow),
    await query(findRequestsSql + condition, { ...parameters, pageChannelName }),
  );
  const found = await query<Delivery>(buildFindDeliveriesSql(condition), parameters);
  const deliveries = Map.groupBy(found, ({ requestId }) => requestId);
  return requests.map(({ alarmedAt, ...request }) => ({
    ...request,
    deliveries: deliveries.get(request.requestId) ?? [],
    takeTokens: createTakeTokens(hashKey, request),
    linkAge: computeLinkAge({ ...request, alarmedAt }, trustedTime),
  }));
}

const findRequestsSql = `
  select ${requestColumns}, done_at as "doneAt", taken_at as "takenAt", taken_by as "takenBy",
    (${endedCondition}) as "isEnded",
    (select ${alarmedAtSql} from deliveries where request_id = requests.id) as "alarmedAt"
  from requests `;

const buildFindDeliveriesSql = (condition: string) => `
  select request_id as "requestId", channel, recipient, state, result from deliveries
  where request_id in (select id from requests ${condition}) order by deliveries.id`;

/**
 * Applies the owner's decision, and returns whether the request exists. `send again` emails the request now, unless
 * its email is being sent. `done` also ends a delivery that is being sent.
 */
export async function applyOwnerDecision(
  transaction: RequestTransaction,
  reference: string,
  decision: 'send again' | 'done',
): Promise<boolean> {
  const { query, wallTime } = transaction;
  const doneAt = decision === 'done' ? wallTime : null;
  const [request] = await query<{ id: number }>(setDoneSql, { reference, doneAt });
  if (request && decision === 'done') {
    await endDeliveries(transaction, request.id);
  } else if (request) {
    await startEmailWait(transaction, request.id);
    await addDeliveries(transaction, 'requests.id = :id', request, 1);
  }
  return request !== undefined;
}

const setDoneSql =
  'update requests set done_at = coalesce(:doneAt, done_at) where reference = :reference returning id';

export interface StoreStatus {
  /** The number of requests whose email hasn't been accepted, at most 10,000. Excludes probable spam. */
  waiting: number;
  oldest?: Waiting | undefined;
  oldestEmergency?: Waiting | undefined;
  /** References of requests with a refused email, oldest first. */
  refused: string[];
  /** The number of phones in the settings whose service permanently refused the last alarm. */
  refusedPhones: number;
  /** Database files that the server set aside, because they were damaged or replaced while requests were unsent. */
  setAside: string[];
  /** Whether the last backup is more than two days old. False if this database was never backed up. */
  isBackupLate: boolean;
}

/** `waited` is in milliseconds. */
type Waiting = { reference: string; waited: number };

/** Reads the status. Also writes to the database to detect a full or read-only disk, where reading still works. */
export async function readStatus(transaction: RequestTransaction): Promise<StoreStatus> {
  const { query, wallTime, trustedTime } = transaction;
  const [{ backupAt } = { backupAt: null }] = await query<{ backupAt: number | null }>(
    'update installation set openings = openings + 1 returning backup_at as "backupAt"',
    {},
  );
  const parameters = { channel: emailChannelName, wallTime, trustedTime };
  const unsent = await query<Waiting & { emergency: number; refused: number }>(findUnsentSql, parameters);
  return {
    waiting: unsent.length,
    oldest: unsent[0],
    oldestEmergency: unsent.find(({ emergency }) => emergency === 1),
    refused: unsent.filter(({ refused }) => refused === 1).map(({ reference }) => reference),
    refusedPhones: await countRefusedPhones(transaction),
    setAside: [],
    isBackupLate: backupAt !== null && wallTime - backupAt > maxBackupAge,
  };
}

/**
 * The maximum age of the last backup, in milliseconds. The timer makes a backup each day, so the next backup makes up
 * for a single failure.
 */
const maxBackupAge = 48 * 60 * 60_000;

async function countRefusedPhones({ query, trustedTime, destinations }: RequestTransaction): Promise<number> {
  const names = destinations
    .filter(({ name }) => name === pageChannelName)
    .flatMap(({ recipients }) => recipients);
  const recipients = JSON.stringify(names.map((name) => [name]));
  const parameters = { channel: pageChannelName, recipients, since: trustedTime - refusalLifetime };
  const [row] = await query<{ number: number }>(findRefusedPhonesSql, parameters);
  return row?.number ?? 0;
}

/**
 * How long a refusal counts, in milliseconds. A restart clears refusals only if no other server shares the database.
 * Without this limit, a corrected setting could count as refused until the next accepted alarm, maybe weeks later.
 */
const refusalLifetime = 24 * 60 * 60_000;

const findRefusedPhonesSql = `
  select count(*) as number from buckets
  where channel = :channel and refused_at > :since and recipient in (select value ->> 0 from json_each(:recipients))`;

/** A refused delivery that is being retried counts as refused until its result is known. */
const findUnsentSql = `
  select reference, max(${emailWaitSql}) as waited, emergency,
    max(case when state in ('refused', 'sending') and result like 'refused %' then 1 else 0 end) as refused
  from deliveries join requests on requests.id = request_id
  where ${unfinishedCondition} and channel = :channel and (honeypot_filled = 0 or emergency = 1)
  group by requests.id
  order by waited desc, requests.id
  limit 10000`;
