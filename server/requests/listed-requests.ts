import * as v from 'valibot';
import type { Parameter, Transaction } from '../queue/transaction.ts';
import { unfinishedCondition } from '../queue/unfinished.ts';
import { emailChannelName, pagingChannelName } from './channel-data.ts';
import { createTakeTokens, type TakeTokens } from './request-token.ts';
import { computeLinkAge, lastAlarmAtSql } from './request-with-history.ts';
import { dateColumn, requestColumns, requestRow } from './stored-request.ts';

const listedRow = v.object({
  ...requestRow.entries,
  doneAt: v.fallback(v.nullable(dateColumn), null),
  takenAt: v.fallback(v.nullable(dateColumn), null),
  takenBy: v.fallback(v.nullable(v.string()), null),
  /** Empty if the request hasn't ended. */
  ending: v.fallback(v.picklist(['deleted', 'done', 'closed', 'canceled', '']), ''),
  lastAlarmAt: v.fallback(v.nullable(v.number()), null),
});

/** `result` has the outcome and the code of the last attempt. */
type Delivery = {
  requestId: number;
  channel: string;
  recipient: string;
  state: string;
  result: string | null;
};

export type RequestWithDeliveries = Omit<v.InferOutput<typeof listedRow>, 'lastAlarmAt'> & {
  deliveries: Delivery[];
  takeTokens: TakeTokens;
  /** See `computeLinkAge`. */
  linkAge: number;
};

/** Returns the latest requests for the owner, newest first. */
export function listRequests(transaction: Transaction, limit: number): Promise<RequestWithDeliveries[]> {
  return selectRequests(transaction, 'order by id desc limit :limit', { limit });
}

/** A list for the owner that may be cut off, and the full count. */
export interface LimitedList {
  requests: RequestWithDeliveries[];
  count: number;
}

/**
 * Returns requests that have an unfinished email. Requests with a filled honeypot come last. In both groups,
 * emergencies come first. Otherwise, older requests come before newer ones.
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

export async function findWithDeliveries(
  transaction: Transaction,
  reference: string,
): Promise<RequestWithDeliveries | undefined> {
  const [request] = await selectRequests(transaction, 'where reference = :reference', { reference });
  return request;
}

/** Selects requests with their deliveries. `clauses` is the SQL after `from requests`: `where`, `order by`, `limit`. */
async function selectRequests(
  { query, trustedTime, hashKey }: Transaction,
  clauses: string,
  parameters: Record<string, Parameter>,
): Promise<RequestWithDeliveries[]> {
  const requests = v.parse(
    v.array(listedRow),
    await query(findRequestsSql + clauses, { ...parameters, pagingChannelName }),
  );
  const deliveryRows = await query<Delivery>(buildFindDeliveriesSql(clauses), parameters);
  const deliveries = Map.groupBy(deliveryRows, ({ requestId }) => requestId);
  return requests.map(({ lastAlarmAt, ...request }) => ({
    ...request,
    deliveries: deliveries.get(request.requestId) ?? [],
    takeTokens: createTakeTokens(hashKey, request),
    linkAge: computeLinkAge({ ...request, lastAlarmAt }, trustedTime),
  }));
}

const findRequestsSql = `
  select ${requestColumns}, done_at as "doneAt", taken_at as "takenAt", taken_by as "takenBy",
    case when erased_at is not null then 'deleted' when done_at is not null then 'done'
      when closed_at is not null then 'closed' when requests.canceled_at is not null then 'canceled' else '' end as ending,
    (select ${lastAlarmAtSql} from deliveries where request_id = requests.id) as "lastAlarmAt"
  from requests `;

const buildFindDeliveriesSql = (clauses: string) => `
  select request_id as "requestId", channel, recipient, state, result from deliveries
  where request_id in (select id from requests ${clauses}) order by deliveries.id`;
