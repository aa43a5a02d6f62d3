import { minute } from '../clock.ts';
import type { Transaction } from '../queue/transaction.ts';
import { recordAction, recordedActions, recordedActionsTable } from './recorded-actions.ts';

/**
 * The maximum age of cancellations and deletions whose alarms a restarted server sends. Before the restart, such an
 * alarm may still have waited for a slot.
 */
const maxEventAge = 30 * minute;

/** A driver's cancellation of a request, or a deletion that was also a cancellation. */
export interface DriverEvent {
  reference: string;
  event: 'canceled' | 'erased';
  /** The names of the recipients whose service has accepted the alarm about this event. */
  notifiedRecipients: string[];
}

/**
 * Returns drivers' recent cancellations and deletions of taken requests that the owner hasn't marked as done or closed.
 */
export async function findRecentDriverEvents({ query, wallTime }: Transaction): Promise<DriverEvent[]> {
  const since = wallTime - maxEventAge;
  const events = await query<Omit<DriverEvent, 'notifiedRecipients'> & { at: number }>(findEventsSql, {
    since,
  });
  const alarms = await query<{ subject: string; at: number }>(findAlarmsSql, {});
  return events.map(({ at, ...event }) => ({
    ...event,
    notifiedRecipients: alarms
      .filter((alarm) => alarm.at >= at && alarm.subject.startsWith(`${event.reference} `))
      .map(({ subject }) => subject.slice(event.reference.length + 1)),
  }));
}

/** Equal times mean that the driver canceled the request by deleting it (`eraseRequest`). */
const findEventsSql = `
  select reference, canceled_at as at, case when erased_at is null then 'canceled' else 'erased' end as event
  from requests
  where canceled_at > :since and taken_at is not null and done_at is null and closed_at is null
    and (erased_at is null or erased_at = canceled_at)`;

const findAlarmsSql = `
  select client as subject, at from ${recordedActionsTable} where what = '${recordedActions.driverAlarm}'`;

/** Records that a recipient's service accepted the alarm about a driver's cancellation or deletion. */
export async function recordDriverAlarm(
  transaction: Transaction,
  { reference, recipient }: { reference: string; recipient: string },
): Promise<void> {
  const subject = `${reference} ${recipient}`;
  await recordAction(transaction, { action: recordedActions.driverAlarm, subject });
}
