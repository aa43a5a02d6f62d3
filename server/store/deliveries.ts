import { emailChannel } from './routes.ts';
import { isUnsent } from './schema.ts';
import type { Parameter, Transaction } from './transaction.ts';

/** Conditions on requests: whether anything of one is unsent, or its email. */
export const hasUnsent = `exists (select 1 from deliveries where request_id = requests.id and ${isUnsent})`;
export const hasUnsentEmail = `exists (
  select 1 from deliveries where request_id = requests.id and ${isUnsent} and channel = '${emailChannel}')`;

const isTaken = 'honeypot_filled = 0 and taken_at is null';
const conditions = { everything: '1 = 1', requests: isTaken, emergencies: `${isTaken} and emergency = 1` };

/**
 * Writes a delivery for each recipient of each route that takes the requests of a condition, and reopens those
 * that were closed.
 */
export async function addDeliveries(
  { query, now, routes }: Transaction,
  condition: string,
  parameters: Record<string, Parameter>,
): Promise<void> {
  for (const { name, recipients, takes = 'everything', dueIn = 0 } of routes) {
    for (const recipient of recipients) {
      await query(
        `insert into deliveries (request_id, channel, recipient, due_at, rank)
         select id, :name, :recipient, :dueAt, honeypot_filled * 1000000 + turn * 2 - emergency
         from requests
         where ${condition} and ${conditions[takes]}
         on conflict (request_id, channel, recipient)
           do update set state = 'pending', due_at = excluded.due_at where deliveries.state = 'closed'`,
        { ...parameters, name, recipient, dueAt: now + dueIn },
      );
    }
  }
}
