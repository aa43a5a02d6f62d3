import type { Transaction } from '../queue/transaction.ts';
import { emailChannelName } from './destinations.ts';

/**
 * SQL expression: how long an unsent email has waited, which decides when the owner learns that email is late. The wait
 * begins when the request is saved. If an email about it is sent again, the wait begins at `posted_at`, because an old
 * request's new email isn't hours late.
 */
export const emailWaitSql = `
  case when possible_duplicate = 1 then :trustedTime - posted_at else :wallTime - received_at end`;

/**
 * Restarts the wait of a sent or closed email that is about to be sent again. An unsent email's wait continues.
 */
export async function startEmailWait({ query, trustedTime }: Transaction, requestId: number): Promise<void> {
  await query(startWaitSql, { requestId, trustedTime, channel: emailChannelName });
}

const startWaitSql = `
  update deliveries set posted_at = :trustedTime
  where request_id = :requestId and channel = :channel and state in ('sent', 'closed')`;
