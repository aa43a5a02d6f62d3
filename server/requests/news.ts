import { newsChannelName, type RequestTransaction } from './destinations.ts';

/** Adds news for the owner about a canceled or erased request. Repeats news that was sent before. */
export async function addNews(
  { query, trustedTime, destinations }: RequestTransaction,
  requestId: number,
): Promise<void> {
  for (const { name, recipients } of destinations) {
    if (name === newsChannelName) {
      const to = JSON.stringify(recipients.map((recipient) => [recipient]));
      await query(insertNewsSql, { id: requestId, name, to, trustedTime });
    }
  }
}

const insertNewsSql = `
  insert into deliveries (request_id, channel, recipient, due_at, posted_at, rank)
  select requests.id, :name, value ->> 0, :trustedTime, :trustedTime, 1
  from requests cross join json_each(:to) where requests.id = :id
  on conflict (request_id, channel, recipient) do update
  set state = 'pending', due_at = excluded.due_at, posted_at = excluded.posted_at, delivered_at = null, attempts = 0,
    possible_duplicate = 0
  where deliveries.state <> 'sending'`;
