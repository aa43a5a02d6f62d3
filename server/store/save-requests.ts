import { Buffer } from 'node:buffer';
import { createHmac, randomInt } from 'node:crypto';
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
  /** `repeated`: the same key and content were saved before, with this reference. */
  | { outcome: 'saved' | 'repeated'; reference: string }
  /** The key belongs to other content. */
  | { outcome: 'mismatch' }
  /** The client has sent too many. Seconds until it may send another. */
  | { outcome: 'limited'; retryAfter: number };

/** How long a client is known, and how long equal fields without a key are one request, in milliseconds. */
export const limitWindow = 10 * 60_000;

/**
 * Accepted requests in that time, of an IPv4 address (a busy yard may send ten, and many drivers share the
 * network of a carrier) or of an IPv6 /48, which is what one customer of a provider gets.
 */
const acceptedLimits = { ipv4: 10, ipv6: 50 };

/**
 * Saves a request with its deliveries. Resolves only once they are durable. If its key or reference is taken
 * meanwhile, the transaction fails and is tried again.
 */
export async function save(transaction: Transaction, posted: PostedRequest): Promise<SaveResult> {
  const { query, wallClock, hashKey } = transaction;
  const { fields, language, honeypotFilled } = posted;
  const { key, contentHash, client, network, most } = identify(posted, hashKey);
  await transaction.lock(network ?? key);
  const since = wallClock - limitWindow;
  await query(expireKey, { key, since, until: wallClock + limitWindow });
  const [earlier] = await query<{ content_hash: string; reference: string }>(countRepeat, { key });
  if (earlier) {
    const { content_hash, reference } = earlier;
    return content_hash === contentHash ? { outcome: 'repeated', reference } : { outcome: 'mismatch' };
  }
  const [oldest] = await query<{ received_at: number }>(findOldest, { client, since, newer: most - 1 });
  if (oldest) {
    return { outcome: 'limited', retryAfter: Math.ceil((oldest.received_at - since) / 1_000) };
  }
  const reference = newReference();
  await query(insertRequest, {
    reference,
    wallClock,
    language,
    fields: JSON.stringify(Object.fromEntries(fieldNames.map((name) => [name, fields[name]]))),
    honeypotFilled: honeypotFilled ? 1 : 0,
    emergency: fields.service === 'emergency' ? 1 : 0,
    key,
    contentHash,
    client,
    network,
  });
  await addDeliveries(transaction, 'reference = :reference', { reference });
  return { outcome: 'saved', reference };
}

function identify({ fields, idempotencyKey, clientIp }: PostedRequest, hashKey: string) {
  const hash = (text: string) => createHmac('sha256', Buffer.from(hashKey, 'hex')).update(text).digest('hex');
  // An empty optional field counts as absent, so adding a field later changes no hash.
  const content = fieldNames.filter((name) => fields[name]).map((name) => [name, fields[name]]);
  const contentHash = hash(JSON.stringify(content));
  const isIpv6 = clientIp?.includes(':') ?? false;
  // The /64 that was posted from is 2001:db8:1:2::/64.
  const network = clientIp?.split(/[.:]/).slice(0, 3).join();
  return {
    key: idempotencyKey === undefined ? `content:${contentHash}` : `client:${idempotencyKey}`,
    contentHash,
    client: clientIp === undefined ? null : hash(`client ${isIpv6 ? network : clientIp}`),
    network: network === undefined ? null : hash(`network ${network}`),
    most: isIpv6 ? acceptedLimits.ipv6 : acceptedLimits.ipv4,
  };
}

/** A client's key lasts as long as its request. A time in the future was written by a clock that was ahead. */
const expireKey = `
  update requests set idempotency_key = null
  where idempotency_key = :key and idempotency_key like 'content:%'
    and not received_at between :since and :until`;

/**
 * Waits if another server is committing a post with the same key. Writes even for a repeat: after a crash the
 * first post may be readable, but not durable or on no standby. Only another commit makes sure that it is.
 */
const countRepeat = `
  update requests set repeats = repeats + 1 where idempotency_key = :key returning content_hash, reference`;

/** The client's request that must leave the window before there may be another. */
const findOldest = `
  select received_at from requests where client = :client and received_at > :since
  order by received_at desc limit 1 offset :newer`;

const insertRequest = `
  insert into requests (
    reference, received_at, language, fields, honeypot_filled, emergency, idempotency_key, content_hash,
    client, network, turn)
  values (
    :reference, :wallClock, :language, :fields, :honeypotFilled, :emergency, :key, :contentHash,
    :client, :network, 1 + coalesce((
      select turn from requests where network = :network and ${hasUnsent} order by turn desc limit 1), 0))`;

/** Without 0, O, 1, I and L, which are easily confused. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** The short ID by which the owner and the visitor refer to a request. */
export function newReference(): string {
  return Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
}
