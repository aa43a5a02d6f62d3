import type { Transaction } from '../queue/transaction.ts';
import { emailChannelName } from './destinations.ts';

/**
 * In SQL: the milliseconds that an unsent email has waited. The wait begins when the request is saved. If an email may
 * already have arrived, the wait counts from `posted_at`, which is reset when the owner sends a finished email again.
 */
export const emailWaitSql = `
  case when possible_duplicate = 1 then :trustedTime - posted_at else :wallTime - received_at end`;

/**
 * Resets `posted_at` for a request's sent or closed email, just before it is sent again. If the email is still unsent,
 * its wait continues.
 */
export async function startEmailWait({ query, trustedTime }: Transaction, requestId: number): Promise<void> {
  await query(startWaitSql, { requestId, trustedTime, channel: emailChannelName });
}

const startWaitSql = `
  update deliveries set posted_at = :trustedTime
  where request_id = :requestId and channel = :channel and state in ('sent', 'closed')`;
