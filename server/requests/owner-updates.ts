import { day } from '../clock.ts';
import { backOffCountColumn, stepsBeganAtColumn } from '../queue/claim.ts';
import { type Transaction, toJsonRows } from '../queue/transaction.ts';
import { emailChannelName, ownerUpdateChannelName, type RequestTransaction } from './channel-data.ts';

/**
 * Adds the emails that tell the owner that a request was canceled or erased, or that its driver still needs help. If a
 * recipient has an update already, makes it due again, and ignores the result of an attempt in progress. Leaves out
 * the `excluded` recipients.
 */
export async function addOwnerUpdates(
  { query, trustedTime, channels }: RequestTransaction,
  requestId: number,
  excluded: readonly string[] = [],
): Promise<void> {
  for (const { name, recipients } of channels) {
    if (name === ownerUpdateChannelName) {
      const included = recipients.filter((recipient) => !excluded.includes(recipient));
      const to = toJsonRows(included);
      await query(insertOwnerUpdateSql, { id: requestId, name, to, trustedTime });
    }
  }
}

/**
 * With `step` 1, a delivery doesn't count as a first mention (`awaitsFirstMentionCondition` in deliveries.ts). The rank
 * doesn't matter, because all of the channel's deliveries have the same.
 */
const insertOwnerUpdateSql = `
  insert into deliveries (request_id, channel, recipient, due_at, ${stepsBeganAtColumn}, rank, step)
  select requests.id, :name, value ->> 0, :trustedTime, :trustedTime, 1, 1
  from requests cross join json_each(:to) where requests.id = :id
  on conflict (request_id, channel, recipient) do update
  set state = 'pending', due_at = excluded.due_at, ${stepsBeganAtColumn} = excluded.${stepsBeganAtColumn},
    delivered_at = null, ${backOffCountColumn} = 0, possible_duplicate = 0, lease_token = null`;

/**
 * Returns the recipients who don't know about the request or its cancellation yet: their email is unsent, and they got
 * no update. If the driver undoes the cancellation, they need no update, because the email itself still comes.
 */
export async function findUnawareRecipients(
  { query }: RequestTransaction,
  requestId: number,
): Promise<string[]> {
  const channels = { emailChannelName, ownerUpdateChannelName };
  const rows = await query<{ recipient: string }>(findUnawareSql, { requestId, ...channels });
  return rows.map(({ recipient }) => recipient);
}

const findUnawareSql = `
  select recipient from deliveries as email
  where request_id = :requestId and channel = :emailChannelName and state in ('pending', 'sending') and not exists (
    select 1 from deliveries as owner_update
    where owner_update.request_id = email.request_id and owner_update.channel = :ownerUpdateChannelName
      and owner_update.recipient = email.recipient
      and (owner_update.state in ('sending', 'sent', 'filed') or owner_update.possible_duplicate = 1))`;

/**
 * Asks the owner to delete the email about an erased request, if that email may have arrived. If no email can have
 * arrived, deletes the closed updates instead. Otherwise, `prepareDeliveries` would reopen them after a restart, and
 * they would ask the owner to delete an email that never arrived.
 */
export async function addErasureUpdates(transaction: RequestTransaction, requestId: number): Promise<void> {
  const emails = await transaction.query(findArrivedEmailsSql, { requestId, emailChannelName });
  if (emails.length > 0) {
    await addOwnerUpdates(transaction, requestId);
  } else {
    await transaction.query(deleteUnsentUpdatesSql, { requestId, ownerUpdateChannelName });
  }
}

/** If an email was being sent, `endDeliveries` has already marked it as a possible duplicate. */
const findArrivedEmailsSql = `
  select 1 from deliveries
  where request_id = :requestId and channel = :emailChannelName
    and (state = 'sent' or sends > 0 or possible_duplicate = 1)`;

const deleteUnsentUpdatesSql = `
  delete from deliveries
  where request_id = :requestId and channel = :ownerUpdateChannelName and state = 'closed'`;

/** How long the server retries an update that a mailbox permanently refuses. */
export const maxRefusalTime = 2 * day;

/** Closes refused updates that are too old. Otherwise, their requests might never be deleted. */
export async function closeRefusedUpdates({ query, trustedTime }: Transaction): Promise<void> {
  await query(closeRefusedSql, { channel: ownerUpdateChannelName, oldest: trustedTime - maxRefusalTime });
}

const closeRefusedSql = `
  update deliveries set state = 'closed'
  where channel = :channel and state = 'refused' and ${stepsBeganAtColumn} < :oldest`;
