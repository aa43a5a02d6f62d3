import { endLeases, stepsBeganAtColumn } from '../queue/claim.ts';
import { buildRankSql, buildRepeatRankSql, priorities } from '../queue/rank.ts';
import { type Parameter, toJsonRows } from '../queue/transaction.ts';
import { unfinishedCondition } from '../queue/unfinished.ts';
import {
  currentRecipientCondition,
  emailChannelName,
  ownerUpdateChannelName,
  type RequestChannelData,
  type RequestTransaction,
  serializeRecipients,
} from './channel-data.ts';
import { notProbableSpamCondition } from './emergency.ts';
import { computeFirstStep, getLastStepParameters, lastStepSql, readTurnPositions } from './on-call.ts';
import { maxRefusalTime } from './owner-updates.ts';

/**
 * Builds the SQL condition that the request has a delivery that meets `condition`. Doesn't use "exists", because
 * PostgreSQL could turn that into a join with every such delivery.
 */
const buildDeliveryCondition = (condition: string) =>
  `coalesce((select 1 from deliveries where request_id = requests.id and ${condition} limit 1), 0) = 1`;

/** The column with a request's round (docs/queue.md, "The order"). Renaming a column would break older servers. */
export const roundColumn = 'turn';

/** SQL condition: the request isn't done, closed, or erased, so it may still need messages. */
const needsMessagesCondition = 'done_at is null and closed_at is null and erased_at is null';

/** SQL condition: the request has an unfinished delivery. */
export const hasUnfinishedCondition = buildDeliveryCondition(unfinishedCondition);

/**
 * SQL condition: a recipient probably still waits for the first mention of the request. Only such requests count toward
 * their network's rounds (docs/queue.md, "The order").
 */
export const awaitsFirstMentionCondition = buildDeliveryCondition(
  "state in ('pending', 'sending') and sends = 0 and step = 0",
);

const untakenCondition = `${notProbableSpamCondition} and taken_at is null`;
/** SQL conditions: a channel accepts the request. The keys are the channel's `accepts`, or `everything` without it. */
const acceptConditions = {
  everything: '1 = 1',
  untaken: untakenCondition,
  untakenEmergencies: `${untakenCondition} and emergency = 1`,
};

/**
 * Builds the SQL expression for the priority of a request's deliveries. Possible spam has low priority, except that the
 * email about an emergency stays urgent.
 */
function buildPrioritySql({ name }: RequestChannelData): string {
  const urgentCondition =
    name === emailChannelName ? 'emergency = 1' : 'honeypot_filled = 0 and emergency = 1';
  return `case when ${urgentCondition} then ${priorities.urgent}
    when honeypot_filled = 1 then ${priorities.low} else ${priorities.ordinary} end`;
}

/**
 * Adds the missing deliveries of each matching request: one for each recipient of each channel that accepts the
 * request. It also reopens these existing deliveries:
 * - closed deliveries that have only one step, or whose last step is in the future
 * - filed deliveries, if their channel can now deliver them
 * - with `reopensAll`, all deliveries that aren't being sent
 */
export async function addOrReopenDeliveries(
  transaction: RequestTransaction,
  condition: string,
  parameters: Record<string, Parameter>,
  { reopensAll = false }: { reopensAll?: boolean } = {},
): Promise<void> {
  const { query, trustedTime, channels } = transaction;
  const positions = await readTurnPositions(transaction);
  const inserts: Promise<unknown>[] = [];
  for (const channel of channels) {
    const { name, recipients, accepts = 'everything', canDeliver } = channel;
    if (accepts === 'none') {
      continue;
    }
    const to = toJsonRows(recipients);
    const { delay, ...position } = computeFirstStep(channel, positions);
    const added = {
      name,
      to,
      trustedTime,
      dueAt: trustedTime + delay,
      ...position,
      canDeliver: canDeliver ? 1 : 0,
      reopensAll: reopensAll ? 1 : 0,
      ...getLastStepParameters(channel),
    };
    const sql = buildInsertOrReopenSql(channel, `${condition} and ${acceptConditions[accepts]}`);
    inserts.push(query(sql, { ...parameters, ...added }));
  }
  await Promise.all(inserts);
}

const buildInsertOrReopenSql = (channel: RequestChannelData, condition: string) => `
  insert into deliveries (request_id, channel, recipient, due_at, ${stepsBeganAtColumn}, position, turns, rank)
  select requests.id, :name, value ->> 0, :dueAt, :trustedTime, :position, :turnCount, ${buildRankSql(buildPrioritySql(channel), roundColumn)}
  from requests cross join json_each(:to) where ${condition}
  on conflict (request_id, channel, recipient) do update
  set state = 'pending', due_at = excluded.due_at, position = excluded.position, turns = excluded.turns,
    delivered_at = null,
    ${stepsBeganAtColumn} = coalesce(deliveries.${stepsBeganAtColumn}, excluded.${stepsBeganAtColumn}),
    possible_duplicate = case when deliveries.state = 'sent' then 1 else deliveries.possible_duplicate end
  where deliveries.state = 'closed' and (:lastStep = 0 or ${lastStepSql} > :trustedTime)
    or deliveries.state = 'filed' and :canDeliver = 1
    or deliveries.state <> 'sending' and :reopensAll = 1`;

/**
 * Prepares the deliveries when a server starts:
 * - Ends the previous process's leases, if this is known to be the only server.
 * - Adds deliveries for new recipients, of requests that have unfinished deliveries and may still need messages.
 * - Closes deliveries to recipients that are no longer in the settings.
 */
export async function prepareDeliveries(transaction: RequestTransaction): Promise<void> {
  const { query, channels, isOnlyServer, trustedTime } = transaction;
  if (isOnlyServer) {
    await endLeases(transaction, Number.MAX_SAFE_INTEGER);
    // The owner may have corrected the settings.
    await query('update buckets set refused_at = null', {});
  }
  // Unfinished deliveries alone don't mean that a request still needs messages: an ended request may have an unfinished
  // stop order or owner update.
  await addOrReopenDeliveries(transaction, `${hasUnfinishedCondition} and ${needsMessagesCondition}`, {});
  for (const channel of channels) {
    await query(buildSchema7UpdateSql(channel), { name: channel.name });
  }
  const ownerUpdates = channels.find(({ name }) => name === ownerUpdateChannelName);
  const canDeliver = ownerUpdates?.canDeliver ? 1 : 0;
  const oldest = trustedTime - maxRefusalTime;
  await query(reopenOwnerUpdatesSql, { ownerUpdateChannelName, canDeliver, oldest });
  await query(closeFormerRecipientsSql, { currentRecipients: serializeRecipients(channels) });
}

/** Builds the SQL that completes rows without `stepsBeganAtColumn`. They come from a restore or schema version 7. */
const buildSchema7UpdateSql = (channel: RequestChannelData) => `
  update deliveries
  set ${stepsBeganAtColumn} = (select received_at from requests where id = request_id),
    rank = (
      select case when step > 0 then ${buildRepeatRankSql(buildPrioritySql(channel))} else ${buildRankSql(buildPrioritySql(channel), roundColumn)} end
      from requests where id = request_id)
  where channel = :name and ${stepsBeganAtColumn} is null and ${unfinishedCondition}`;

/**
 * Reopens unsent owner updates that still apply:
 * - filed updates, if their channel can now deliver them
 * - closed updates that were added within `maxRefusalTime`. During a downgrade, schema version 7 closes all updates.
 *   Older updates may have been given up by `closeRefusedUpdates`.
 */
const reopenOwnerUpdatesSql = `
  update deliveries set state = 'pending'
  where channel = :ownerUpdateChannelName
    and (state = 'closed' and ${stepsBeganAtColumn} >= :oldest or state = 'filed' and :canDeliver = 1) and exists (
    select 1 from requests where id = request_id and (erased_at is not null
      or (coalesce(requests.canceled_at, still_needed_at) is not null and done_at is null and closed_at is null)))`;

const closeFormerRecipientsSql = `
  update deliveries set state = 'closed'
  where state in ('pending', 'refused', 'filed') and not ${currentRecipientCondition}`;
