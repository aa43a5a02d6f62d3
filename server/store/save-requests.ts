import * as v from 'valibot';
import { fieldNames } from '../../contract/contact-fields.ts';
import { fieldColumns, toColumns } from './field-text.ts';
import { clientHash, networkHash } from './hashes.ts';
import { hasExpired, type IdempotencyRecord, idempotencyRecordOf } from './idempotency.ts';
import { newReference } from './reference.ts';
import type { PostedRequest, SaveResult } from './request-store.ts';
import type { Transaction } from './transaction.ts';

/** Accepted requests per client, in any `window` milliseconds. A busy yard may send ten. */
export const acceptedLimit = { max: 10, window: 10 * 60_000 };

interface Post extends PostedRequest {
  record: IdempotencyRecord;
  client: string | null;
  network: string | null;
}

interface Earlier {
  contentHash: string;
  reference: string;
}

/**
 * Saves what was posted at about the same time, each request with its idempotency record and its outbox
 * message: neither can exist without the others. Decides in order, so that of twenty posts with one key one is
 * saved, and of twenty from one client ten are.
 */
export async function saveRequests(
  transaction: Transaction,
  posted: readonly PostedRequest[],
): Promise<SaveResult[]> {
  const posts = posted.map((post) => identify(post, transaction.hashKey));
  const known = await findEarlier(transaction, posts);
  const unknown = posts.filter(({ record }) => !known.has(record.key));
  const acceptedAt = await findAccepted(transaction, unknown);
  const rounds = await findRounds(transaction, unknown);
  const saved: (Post & { reference: string; round: number })[] = [];
  const results = posts.map(resultFor);
  await insert(transaction, saved);
  return results;

  function resultFor(post: Post): SaveResult {
    const { record, client, network } = post;
    const earlier = known.get(record.key);
    if (earlier) {
      return record.contentHash === earlier.contentHash
        ? { outcome: 'repeated', reference: earlier.reference }
        : { outcome: 'mismatch' };
    }
    const times = acceptedAt.get(client) ?? [];
    const slot = times.at(-acceptedLimit.max);
    if (slot !== undefined) {
      const wait = slot + acceptedLimit.window - transaction.wallClock;
      return { outcome: 'limited', retryAfter: Math.max(1, Math.ceil(wait / 1_000)) };
    }
    const reference = newReference();
    const round = (rounds.get(network) ?? 0) + 1;
    saved.push({ ...post, reference, round });
    known.set(record.key, { contentHash: record.contentHash, reference });
    if (client !== null) {
      acceptedAt.set(client, [...times, transaction.wallClock]);
    }
    if (network !== null) {
      rounds.set(network, round);
    }
    return { outcome: 'saved', reference };
  }
}

function identify(post: PostedRequest, hashKey: string): Post {
  const { clientIp } = post;
  return {
    ...post,
    record: idempotencyRecordOf(post, hashKey),
    client: clientIp === undefined ? null : clientHash(clientIp, hashKey),
    network: clientIp === undefined ? null : networkHash(clientIp, hashKey),
  };
}

/**
 * Waits for posts with the same keys that are being committed by another server. Writes even for a repeat:
 * after a crash, the first one may be readable although it is not durable, or no standby has it, and only
 * another commit makes sure of that.
 */
async function findEarlier(
  { query, now }: Transaction,
  posts: readonly Post[],
): Promise<Map<string, Earlier>> {
  const keys = posts.map(({ record: { key } }) => ({ key }));
  const rows = await query(countRepeats, { keys }, earlierRow);
  const expired = rows.filter(({ key, saved_at: savedAt }) => hasExpired(key, savedAt, now));
  if (expired.length > 0) {
    await query(removeRecords, { keys: expired.map(({ key }) => ({ key })) });
  }
  return new Map(
    rows
      .filter((row) => !expired.includes(row))
      .map(({ key, content_hash: contentHash, reference }) => [key, { contentHash, reference }]),
  );
}

const earlierRow = v.object({
  key: v.string(),
  content_hash: v.string(),
  saved_at: v.number(),
  reference: v.string(),
});

const countRepeats = `
  update idempotency_records
  set repeats = repeats + 1
  where key in rows(:keys, key text)
  returning key, content_hash, saved_at, (select reference from requests where id = request_id) as reference`;

const removeRecords = 'delete from idempotency_records where key in rows(:keys, key text)';

/** When the requests of each client that still count were accepted, in order. */
async function findAccepted({ query, wallClock }: Transaction, posts: readonly Post[]) {
  const clients = posts.flatMap(({ client }) => (client === null ? [] : [{ client }]));
  const times = new Map<string | null, number[]>();
  if (clients.length > 0) {
    const rows = await query(
      `select client, received_at
       from requests
       where client in rows(:clients, client text) and received_at > :after
       order by received_at`,
      { clients, after: wallClock - acceptedLimit.window },
      v.object({ client: v.string(), received_at: v.number() }),
    );
    for (const { client, received_at: receivedAt } of rows) {
      times.set(client, [...(times.get(client) ?? []), receivedAt]);
    }
  }
  return times;
}

/** The last round of each network that waits. */
async function findRounds({ query }: Transaction, posts: readonly Post[]) {
  const networks = posts.flatMap(({ network }) => (network === null ? [] : [{ network }]));
  const rounds = new Map<string | null, number>();
  if (networks.length > 0) {
    const rows = await query(
      `select network, max(round) as round
       from outbox_messages
       where network in rows(:networks, network text)
       group by network`,
      { networks },
      v.object({ network: v.string(), round: v.number() }),
    );
    for (const { network, round } of rows) {
      rounds.set(network, round);
    }
  }
  return rounds;
}

/** An equal reference or key fails the transaction, which is then tried again. */
async function insert(
  { query, now, wallClock }: Transaction,
  saved: readonly (Post & { reference: string; round: number })[],
): Promise<void> {
  if (saved.length === 0) {
    return;
  }
  const requests = saved.map(({ reference, language, client, fields }, place) => ({
    ...toColumns(fields),
    place,
    reference,
    receivedAt: wallClock,
    language,
    client,
  }));
  await query(insertRequests, { requests });
  const messages = saved.map(({ reference, fields, honeypotFilled = false, round, network }) => ({
    reference,
    dueAt: now,
    honeypotFilled: honeypotFilled ? 1 : 0,
    emergency: fields.service === 'emergency' ? 1 : 0,
    round,
    network,
  }));
  await query(insertMessages, { messages });
  const records = saved.map(({ reference, record }) => ({ reference, ...record, savedAt: now }));
  await query(insertRecords, { records });
}

const insertRequests = `
  insert into requests (reference, received_at, language, client, ${fieldColumns.join(', ')})
  select reference, "receivedAt", language, client, ${fieldColumns.join(', ')}
  from rows(:requests, place bigint, reference text, "receivedAt" bigint, language text, client text, ${fieldNames.map((name) => `"${name}" text`).join(', ')}) as given
  order by place`;

const insertMessages = `
  insert into outbox_messages (request_id, due_at, honeypot_filled, emergency, round, network)
  select id, "dueAt", "honeypotFilled", emergency, round, network
  from rows(:messages, reference text, "dueAt" bigint, "honeypotFilled" bigint, emergency bigint, round bigint, network text) as given
    join requests on requests.reference = given.reference`;

const insertRecords = `
  insert into idempotency_records (key, content_hash, saved_at, request_id)
  select key, "contentHash", "savedAt", id
  from rows(:records, reference text, key text, "contentHash" text, "savedAt" bigint) as given
    join requests on requests.reference = given.reference`;
