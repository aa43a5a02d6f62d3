import { minute } from '../clock.ts';
import { backOffCountColumn, stepsBeganAtColumn } from '../queue/claim.ts';
import { type Transaction, toJsonRows } from '../queue/transaction.ts';
import { pagingChannelName, type RequestTransaction, stopOrderChannelName } from './channel-data.ts';
import { needsNoAlarmsCondition } from './request-with-history.ts';

/**
 * Adds stop orders for services that may be repeating alarms about a request, unless the request still needs alarms. If
 * `justRungRecipient` is set, adds a stop order only for this recipient, who may have just gotten an alarm. An earlier
 * stop order isn't enough, because the service may have processed it before the alarm.
 */
export async function stopRepeatingAlarms(
  { query, trustedTime, channels }: RequestTransaction,
  { requestId, justRungRecipient }: { requestId: number; justRungRecipient?: string },
): Promise<void> {
  const repeating = channels
    .filter(({ name }) => name === stopOrderChannelName)
    .flatMap(({ recipients }) => recipients)
    .filter((recipient) => justRungRecipient === undefined || recipient === justRungRecipient);
  if (repeating.length > 0) {
    const recipients = toJsonRows(repeating);
    const hasJustRung = justRungRecipient === undefined ? 0 : 1;
    await query(addStopOrdersSql, { requestId, recipients, hasJustRung, trustedTime });
  }
}

/**
 * If there is a stop order already, makes it due again. Clears its lease, so that the result of an attempt in
 * progress is ignored. `step` is 1, because with step 0 the request would count as still waiting for its first mention
 * (`awaitsFirstMentionCondition`).
 */
const addStopOrdersSql = `
  insert into deliveries (request_id, channel, recipient, due_at, ${stepsBeganAtColumn}, rank, step)
  select request_id, '${stopOrderChannelName}', recipient, :trustedTime, :trustedTime, 0, 1 from deliveries
  where request_id = :requestId and channel = '${pagingChannelName}'
    and recipient in (select value ->> 0 from json_each(:recipients))
    and (:hasJustRung = 1 or state = 'sending' or sends > 0 or step > 0 or possible_duplicate = 1)
    and exists (select 1 from requests where id = request_id and ${needsNoAlarmsCondition})
  on conflict (request_id, channel, recipient) do update
  set state = 'pending', due_at = excluded.due_at, ${stepsBeganAtColumn} = excluded.${stepsBeganAtColumn},
    ${backOffCountColumn} = 0, lease_token = null, delivered_at = null`;

/** How long the server tries to send a stop order. No service repeats an alarm for longer. */
const maxRepeatTime = 15 * minute;

/** Closes stop orders so old that the service has stopped repeating the alarm. */
export async function closeOldStopOrders({ query, trustedTime }: Transaction): Promise<void> {
  await query(closeOldSql, { channel: stopOrderChannelName, oldest: trustedTime - maxRepeatTime });
}

const closeOldSql = `
  update deliveries set state = 'closed'
  where channel = :channel and state in ('pending', 'refused') and ${stepsBeganAtColumn} < :oldest`;
