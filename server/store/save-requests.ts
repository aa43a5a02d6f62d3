import { Buffer } from 'node:buffer';
import { createHmac, randomInt } from 'node:crypto';
import * as v from 'valibot';
import type { Language } from '../../content/languages.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { addDeliveries, hasUnsent } from './deliveries.ts';
import type { Transaction } from './transaction.ts';

export interface PostedRequest {
  fields: ContactRequest;
  language: Language;
  /** The client's key. Without one, equal fields within ten minutes are one request. */
  idempotencyKey: string | undefined;
  honeypotFilled?: boolean;
  /** The visitor's IPv4 address or IPv6 /64, of which keyed hashes are stored. Absent: not limited. */
  clientIp?: string | undefined;
}

export type SaveResult =
  | { outcome: 'saved'; reference: string }
  /** The same key and content were saved before, with this reference. */
  | { outcome: 'repeated'; reference: string }
  /** The key belongs to other content. */
  | { outcome: 'mismatch' }
  /** The client has sent too many. Seconds until it may send another. */
  | { outcome: 'limited'; retryAfter: number };

/**
 * Accepted requests in any `window` milliseconds: of an IPv4 address (a busy yard may send ten; a whole network
 * has no limit, since many drivers share the addresses of a carrier), and of an IPv6 /48, which is what one
 * customer of a provider gets.
 */
export const acceptedLimits = { ipv4: 10, ipv6: 50, window: 10 * 60_000 };

/** How long equal fields without a key count as the same request, in milliseconds. */
const contentKeyTtl = 10 * 60_000;

/**
 * Saves a request and one delivery for each recipient of each route that takes it. Resolves only once they are
 * durable. A post whose key is being committed waits for that commit.
 */
export async function save(transaction: Transaction, posted: PostedRequest): Promise<SaveResult> {
  const identity = identify(posted, transaction.hashKey);
  if (identity.network !== null) {
    await transaction.lock(identity.network);
  }
  const earlier = await findEarlier(transaction, identity.key);
  if (earlier) {
    return earlier.content_hash === identity.contentHash
      ? { outcome: 'repeated', reference: earlier.reference }
      : { outcome: 'mismatch' };
  }
  const wait = await waitOf(transaction, identity);
  return wait > 0
    ? { outcome: 'limited', retryAfter: Math.ceil(wait / 1_000) }
    : { outcome: 'saved', reference: await insert(transaction, posted, identity) };
}

type Identity = ReturnType<typeof identify>;

/** Whoever has the stored hashes but not the key cannot guess what they were made from. */
function identify({ fields, idempotencyKey, clientIp }: PostedRequest, hashKey: string) {
  const hash = (text: string) => createHmac('sha256', Buffer.from(hashKey, 'hex')).update(text).digest('hex');
  // An empty optional field counts as absent, so adding a field later changes no hash.
  const content = fieldNames.filter((name) => fields[name]).map((name) => [name, fields[name]]);
  const contentHash = hash(JSON.stringify(content));
  const key = idempotencyKey === undefined ? `content:${contentHash}` : `client:${idempotencyKey}`;
  if (clientIp === undefined) {
    return { key, contentHash, client: null, network: null, most: 1 };
  }
  const isIpv6 = clientIp.includes(':');
  // The /64 that was posted from is 2001:db8:1:2::/64.
  const network = clientIp
    .split(isIpv6 ? ':' : '.')
    .slice(0, 3)
    .join();
  return {
    key,
    contentHash,
    client: hash(`client ${isIpv6 ? network : clientIp}`),
    network: hash(`network ${network}`),
    most: isIpv6 ? acceptedLimits.ipv6 : acceptedLimits.ipv4,
  };
}

/**
 * Waits if another server is committing a post with the same key. Writes even for a repeat: after a crash the
 * first post may be readable, but not durable or on no standby. Only another commit makes sure that it is. A
 * client's key lasts as long as its request.
 */
async function findEarlier({ query, wallClock }: Transaction, key: string) {
  // A time in the future was written before the clock was corrected.
  await query(expireKey, { key, before: wallClock - contentKeyTtl, after: wallClock + contentKeyTtl });
  const [earlier] = await query(countRepeat, { key }, earlierRow);
  return earlier;
}

const expireKey = `
  update requests set idempotency_key = null
  where idempotency_key = :key and idempotency_key like 'content:%'
    and not received_at between :before and :after`;

const earlierRow = v.object({ content_hash: v.string(), reference: v.string() });

const countRepeat = `
  update requests set repeats = repeats + 1 where idempotency_key = :key returning content_hash, reference`;

/** Milliseconds until the client may send another request. */
async function waitOf({ query, wallClock }: Transaction, { client, most }: Identity): Promise<number> {
  const { window } = acceptedLimits;
  const [oldest] = await query(
    `select received_at from requests where client = :client and received_at > :after
     order by received_at desc limit 1 offset :newer`,
    { client, after: wallClock - window, newer: most - 1 },
    v.object({ received_at: v.number() }),
  );
  return oldest ? oldest.received_at + window - wallClock : 0;
}

/** An equal reference or key fails the transaction, which is then tried again. */
async function insert(
  transaction: Transaction,
  { fields, language, honeypotFilled = false }: PostedRequest,
  { key, contentHash, client, network }: Identity,
): Promise<string> {
  const { query, wallClock } = transaction;
  const [last] = network === null ? [] : await query(lastTurn, { network }, v.object({ turn: v.number() }));
  const reference = newReference();
  await query(insertRequest, {
    reference,
    wallClock,
    language,
    fields: JSON.stringify(Object.fromEntries(fieldNames.map((name) => [name, fields[name]]))),
    fieldCount: fieldNames.length,
    honeypotFilled: honeypotFilled ? 1 : 0,
    emergency: fields.service === 'emergency' ? 1 : 0,
    key,
    contentHash,
    client,
    network,
    turn: (last?.turn ?? 0) + 1,
  });
  await addDeliveries(transaction, 'reference = :reference', { reference });
  return reference;
}

const lastTurn = `
  select turn from requests where network = :network and ${hasUnsent} order by turn desc limit 1`;

const insertRequest = `
  insert into requests (
    reference, received_at, language, fields, field_count, honeypot_filled, emergency, idempotency_key,
    content_hash, client, network, turn)
  values (
    :reference, :wallClock, :language, :fields, :fieldCount, :honeypotFilled, :emergency, :key,
    :contentHash, :client, :network, :turn)`;

/** Without 0, O, 1, I and L, which are easily confused. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const length = 6;

/** The short ID by which the owner and the visitor refer to a request. */
export function newReference(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}
