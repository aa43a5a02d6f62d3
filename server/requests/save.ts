import { randomInt } from 'node:crypto';
import type { Language } from '../../content/languages.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { referenceLength } from '../../contract/request-status.ts';
import { minute } from '../clock.ts';
import type { RequestTransaction } from './channel-data.ts';
import { addOrReopenDeliveries, awaitsFirstMentionCondition, roundColumn } from './deliveries.ts';
import { isEmergency } from './emergency.ts';
import { computeKeyedHash } from './keyed-hash.ts';
import { createRequestToken } from './request-token.ts';
import { endedCondition } from './request-with-history.ts';

export interface PostedRequest {
  fields: ContactRequest;
  language: Language;
  /**
   * The client's idempotency key. Without a key, equal fields within ten minutes count as one request, unless that
   * request has ended.
   */
  idempotencyKey: string | undefined;
  honeypotFilled?: boolean;
  /**
   * The visitor's IPv4 address or IPv6 /64. The store contains only keyed hashes of it. If undefined, no limit
   * applies.
   */
  clientIp?: string | undefined;
}

export type SaveResult =
  /**
   * `repeated` means that the same key and content were saved before, with this reference. `statusToken` opens the
   * driver's page and is the same each time.
   */
  | { outcome: 'saved' | 'repeated'; reference: string; statusToken: string }
  /** The key belongs to different content. */
  | { outcome: 'mismatch' }
  /** The client has sent too many requests. `retryAfterSeconds` is the number of seconds until it may send again. */
  | { outcome: 'limited'; retryAfterSeconds: number };

/** How long clients are remembered, and how long equal fields without a key count as one request. */
export const clientLimitWindow = 10 * minute;

/**
 * The maximum number of requests accepted from one client in `clientLimitWindow`. One IPv4 address may be a busy yard
 * that sends ten, or a phone company's network that many drivers share. An IPv6 client is counted by its /48, usually
 * the largest block of one customer, which may be a company with many drivers.
 */
const acceptedLimits = { ipv4: 10, ipv6: 50 };

/**
 * Saves requests with their deliveries, which are durable once the transaction is committed. If a new reference already
 * exists, this transaction fails, and the callers try again.
 */
export async function saveAll(
  transaction: RequestTransaction,
  requests: readonly PostedRequest[],
): Promise<SaveResult[]> {
  const { query, wallTime, hashKey } = transaction;
  const posts = requests.map((request) => createRequestRow(request, hashKey));
  const since = wallTime - clientLimitWindow;
  const parameters = { posts: JSON.stringify(posts), wallTime, since, until: wallTime + clientLimitWindow };
  const [, earlierRequests, counts] = await Promise.all([
    transaction.lock('save'),
    query<EarlierRequest>(expireKeysAndFindRepeatsSql, parameters),
    query<ClientCount>(countAcceptedSql, parameters),
  ]);
  const savedByKey = new Map(earlierRequests.map((row) => [row.key, row]));
  const clients = new Map(counts.map((row) => [row.client, row]));
  const newRows: object[] = [];
  const results = posts.map((post): SaveResult => {
    const { key, contentHash, client, maxAccepted } = post;
    const earlier = savedByKey.get(key);
    if (earlier?.contentHash === contentHash) {
      return { outcome: 'repeated', ...createReceipt(earlier) };
    }
    if (earlier) {
      return { outcome: 'mismatch' };
    }
    const { count = 0, oldest = wallTime } = clients.get(client) ?? {};
    if (client !== null && count >= maxAccepted) {
      return { outcome: 'limited', retryAfterSeconds: Math.ceil((oldest - since) / 1_000) };
    }
    const reference = createReference();
    newRows.push({ ...post, reference, index: newRows.length });
    savedByKey.set(key, { key, contentHash, reference, receivedAt: wallTime });
    clients.set(client, { client, count: count + 1, oldest });
    return { outcome: 'saved', ...createReceipt({ reference, receivedAt: wallTime }) };
  });
  const newRequests = { saved: JSON.stringify(newRows), wallTime };
  await Promise.all([
    query(insertRequestsSql, newRequests),
    addOrReopenDeliveries(transaction, savedCondition, newRequests),
  ]);
  return results;

  function createReceipt({ reference, receivedAt }: Pick<EarlierRequest, 'reference' | 'receivedAt'>) {
    return { reference, statusToken: createRequestToken(hashKey, 'manage', { reference, receivedAt }) };
  }
}

type EarlierRequest = { key: string; contentHash: string; reference: string; receivedAt: number };
type ClientCount = { client: string | null; count: number; oldest: number };

function createRequestRow(posted: PostedRequest, hashKey: string) {
  const { fields, idempotencyKey, clientIp } = posted;
  const hash = (text: string) => computeKeyedHash(hashKey, text);
  // An empty optional field counts as absent, so adding a field later changes no hash.
  const content = fieldNames.filter((name) => fields[name]).map((name) => [name, fields[name]]);
  const contentHash = hash(JSON.stringify(content));
  const isIpv6 = clientIp?.includes(':') ?? false;
  // Three groups are the first 24 bits of IPv4 or 48 bits of IPv6. `clientIp` is already an IPv4 address, a /64 like
  // 2001:0db8:0001:0002::/64, or "unknown".
  const network = clientIp?.split(/[.:]/).slice(0, 3).join();
  return {
    language: posted.language,
    fields: JSON.stringify(Object.fromEntries(fieldNames.map((name) => [name, fields[name]]))),
    honeypotFilled: posted.honeypotFilled ? 1 : 0,
    emergency: isEmergency(fields, posted.honeypotFilled ?? false) ? 1 : 0,
    key: idempotencyKey === undefined ? `content:${contentHash}` : `client:${idempotencyKey}`,
    contentHash,
    client: clientIp === undefined ? null : hash(`client ${isIpv6 ? network : clientIp}`),
    network: network === undefined ? null : hash(`network ${network}`),
    maxAccepted: isIpv6 ? acceptedLimits.ipv6 : acceptedLimits.ipv4,
  };
}

/**
 * Finds repeats by their keys. Keys derived from contents expire after the window, when the request ends, or
 * immediately if the clock was far ahead when they were written. Sets an expired key to null. The returned row then
 * matches no post, so the post is saved as a new request.
 *
 * After a crash in the middle of a commit, the request can be visible although it isn't on disk or on a standby yet.
 * Incrementing `repeats` forces a commit, which also makes the original durable.
 */
const expireKeysAndFindRepeatsSql = `
  update requests set repeats = repeats + 1, idempotency_key = case
    when idempotency_key like 'client:%' or received_at between :since and :until and not (${endedCondition})
    then idempotency_key end
  where idempotency_key in (select value ->> 'key' from json_each(:posts))
  returning idempotency_key as key, content_hash as "contentHash", reference, received_at as "receivedAt"`;

/** Counts each client's requests in the window, and finds the oldest. */
const countAcceptedSql = `
  select value ->> 'client' as client,
    (select count(*) from requests where client = value ->> 'client' and received_at > :since) as count,
    coalesce((
      select min(received_at) from requests where client = value ->> 'client' and received_at > :since),
      :wallTime) as oldest
  from json_each(:posts)`;

/**
 * Inserts requests. A request's round is one more than the highest round of its network's waiting requests.
 * For an emergency, only waiting emergencies count, so another request can't delay it. `row_number` continues the
 * rounds within these posts. A request without a network is a separate group.
 */
export const insertRequestsSql = `
  insert into requests (
    reference, received_at, language, fields, honeypot_filled, emergency, idempotency_key, content_hash,
    client, network, ${roundColumn})
  select value ->> 'reference', :wallTime, value ->> 'language', value ->> 'fields',
    cast(value ->> 'honeypotFilled' as integer), cast(value ->> 'emergency' as integer), value ->> 'key',
    value ->> 'contentHash', value ->> 'client', value ->> 'network', coalesce((
      select ${roundColumn} from requests where network = value ->> 'network' and ${awaitsFirstMentionCondition}
        and emergency >= cast(value ->> 'emergency' as integer)
      order by ${roundColumn} desc limit 1), 0) + case when cast(value ->> 'emergency' as integer) = 1
        then row_number() over (
          partition by coalesce(value ->> 'network', value ->> 'key'), cast(value ->> 'emergency' as integer)
          order by cast(value ->> 'index' as integer))
        else row_number() over (
          partition by coalesce(value ->> 'network', value ->> 'key') order by cast(value ->> 'index' as integer))
        end
  from json_each(:saved) order by cast(value ->> 'index' as integer)`;

export const save = async (transaction: RequestTransaction, posted: PostedRequest): Promise<SaveResult> =>
  (await saveAll(transaction, [posted]))[0] as SaveResult;

const savedCondition = "reference in (select value ->> 'reference' from json_each(:saved))";

/** Omits 0, O, 1, I, and L, which are easily confused. */
const referenceAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Creates the short ID that the owner and the visitor use to refer to a request. */
export function createReference(): string {
  return Array.from(
    { length: referenceLength },
    () => referenceAlphabet[randomInt(referenceAlphabet.length)],
  ).join('');
}
