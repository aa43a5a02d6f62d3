import { stepsBeganAtColumn } from '../queue/claim.ts';
import type { Transaction } from '../queue/transaction.ts';
import { emailChannelName } from './channel-data.ts';

/**
 * SQL expression: how long an unsent email has waited since it was added or last sent again (`startEmailWait`). If this
 * time is unknown (after a restore, or an upgrade from schema version 7), the wait begins when the request was saved.
 */
export const emailWaitSql = `coalesce(:trustedTime - ${stepsBeganAtColumn}, :wallTime - received_at)`;

/**
 * Restarts the wait of a sent or closed email that is about to be sent again. An unsent email's wait continues.
 */
export async function startEmailWait({ query, trustedTime }: Transaction, requestId: number): Promise<void> {
  await query(startWaitSql, { requestId, trustedTime, channel: emailChannelName });
}

const startWaitSql = `
  update deliveries set ${stepsBeganAtColumn} = :trustedTime
  where request_id = :requestId and channel = :channel and state in ('sent', 'closed')`;
