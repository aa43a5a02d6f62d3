import { business } from '../../content/business.ts';
import { minute } from '../clock.ts';
import type { Transaction } from '../queue/transaction.ts';
import { notProbableSpamCondition } from './emergency.ts';

export interface MonthCounts {
  /** A month in the business's time zone, for example "2026-11". */
  month: string;
  requests: number;
  emergencies: number;
  takenIn15: number;
}

/** The columns of a request that the monthly counts need. Flags are 0 or 1. */
export interface CountedRequest {
  receivedAt: number;
  emergency: number;
  takenQuickly: number;
  isProbableSpam: number;
}

/** A request taken within this time counts as taken quickly. */
const maxQuickTake = 15 * minute;

export const countedColumnsSql = `
  received_at as "receivedAt", emergency,
  case when taken_at - received_at <= ${maxQuickTake} then 1 else 0 end as "takenQuickly",
  case when ${notProbableSpamCondition} then 0 else 1 end as "isProbableSpam"`;

/** Formats the month of a time, like "2026-11". */
export const formatMonth = (time: Date | number) => monthFormat.format(time);

const monthFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: business.timeZone,
  year: 'numeric',
  month: '2-digit',
});

/** Adds deleted requests, except probable spam, to the counts of their months. The counts identify no visitor. */
export async function addToCounts(
  { query }: Transaction,
  requests: readonly CountedRequest[],
): Promise<void> {
  const months = sumByMonth(
    requests
      .filter(({ isProbableSpam }) => isProbableSpam === 0)
      .map((request) => ({ ...request, number: 1 })),
  );
  for (const { month, requests: all, emergencies, takenIn15 } of months) {
    await query(incrementSql, { month, metric: 'requests', number: all });
    await query(incrementSql, { month, metric: 'emergencies', number: emergencies });
    await query(incrementSql, { month, metric: 'taken_in_15', number: takenIn15 });
  }
}

/** The column `service` is part of the table's key, but is always empty. */
const incrementSql = `
  insert into counts (month, service, what, number) values (:month, '', :metric, :number)
  on conflict (month, service, what) do update set number = counts.number + excluded.number`;

/**
 * Counts requests by month, including deleted requests but not probable spam. Returns the latest twelve months that
 * have requests, newest first.
 */
export async function readMonthlyCounts({ query }: Transaction): Promise<MonthCounts[]> {
  const stored = await query<CountedGroup>(countByHourSql, {});
  const months = new Map(sumByMonth(stored).map((counted) => [counted.month, counted]));
  for (const { month, metric, number } of await query<DeletedCount>(readCountsSql, {})) {
    const counted = months.get(month) ?? { month, requests: 0, emergencies: 0, takenIn15: 0 };
    const key =
      metric === 'taken_in_15' ? 'takenIn15' : metric === 'emergencies' ? 'emergencies' : 'requests';
    months.set(month, { ...counted, [key]: counted[key] + number });
  }
  return [...months.values()].sort((first, second) => (first.month < second.month ? 1 : -1)).slice(0, 12);
}

type DeletedCount = { month: string; metric: string; number: number };

const readCountsSql = 'select month, what as metric, number from counts order by month desc limit 60';

type CountedGroup = Omit<CountedRequest, 'isProbableSpam'> & { number: number };

/** Groups by hour. The database doesn't know the business's time zone, so `sumByMonth` assigns each hour to a month. */
const countByHourSql = `
  select received_at / 3600000 * 3600000 as "receivedAt", emergency,
    case when taken_at - received_at <= ${maxQuickTake} then 1 else 0 end as "takenQuickly", count(*) as number
  from requests where ${notProbableSpamCondition}
  group by 1, 2, 3`;

function sumByMonth(groups: readonly CountedGroup[]): MonthCounts[] {
  const months = new Map<string, MonthCounts>();
  for (const { receivedAt, emergency, takenQuickly, number } of groups) {
    const month = formatMonth(receivedAt);
    const counted = months.get(month) ?? { month, requests: 0, emergencies: 0, takenIn15: 0 };
    months.set(month, {
      month,
      requests: counted.requests + number,
      emergencies: counted.emergencies + number * emergency,
      takenIn15: counted.takenIn15 + number * takenQuickly,
    });
  }
  return [...months.values()];
}
