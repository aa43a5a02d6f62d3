import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import type { Language } from '../../content/languages.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { newReference } from './reference.ts';
import { fieldColumns, toColumns } from './stored-request.ts';
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
 * Accepted requests in any `window` milliseconds: per client (a busy yard may send ten), and per IPv6 /48, which
 * is what one customer of a provider gets. None for an IPv4 network: many drivers share one address of a carrier.
 */
export const acceptedLimits = { client: 10, ipv6Network: 50, window: 10 * 60_000 };

/** How long equal fields without a key count as the same request, in milliseconds. */
const contentKeyTtl = 10 * 60_000;

type Post = PostedRequest & ReturnType<typeof identify>;

/**
 * Saves a request and one delivery for each recipient of each route that it takes. Resolves only once they are
 * durable. A post whose key is being committed waits for that commit.
 */
export async function save(transaction: Transaction, posted: PostedRequest): Promise<SaveResult> {
  const [result] = await saveRequests(transaction, [posted]);
  return result as SaveResult;
}

/**
 * Saves what was posted at about the same time, each request with its deliveries. Decides in order, so that of
 * twenty posts with one key one is saved, and of twenty from one client ten are.
 */
export async function saveRequests(
  transaction: Transaction,
  posted: readonly PostedRequest[],
): Promise<SaveResult[]> {
  const posts = posted.map((post) => ({ ...post, ...identify(post, transaction.hashKey) }));
  const earlier = await findEarlier(transaction, posts);
  const unknown = posts.filter(({ key }) => !earlier.has(key));
  const accepted = await findAccepted(transaction, unknown);
  const turns = await findTurns(transaction, unknown);
  const saved: (Post & { reference: string; turn: number })[] = [];
  const results = posts.map(resultFor);
  await insert(transaction, saved);
  return results;

  function resultFor(post: Post): SaveResult {
    const { key, contentHash, network, limits } = post;
    const known = earlier.get(key);
    if (known) {
      const { reference } = known;
      return known.contentHash === contentHash ? { outcome: 'repeated', reference } : { outcome: 'mismatch' };
    }
    const full = limits.flatMap(({ who, most }) => accepted.get(who)?.at(-most) ?? []);
    if (full.length > 0) {
      const wait = Math.max(...full) + acceptedLimits.window - transaction.wallClock;
      return { outcome: 'limited', retryAfter: Math.max(1, Math.ceil(wait / 1_000)) };
    }
    const reference = newReference();
    const turn = (turns.get(network) ?? 0) + 1;
    saved.push({ ...post, reference, turn });
    earlier.set(key, { contentHash, reference });
    for (const { who } of limits) {
      accepted.set(who, [...(accepted.get(who) ?? []), transaction.wallClock]);
    }
    if (network !== null) {
      turns.set(network, turn);
    }
    return { outcome: 'saved', reference };
  }
}

/** Whoever has the stored hashes but not the key cannot guess what they were made from. */
function identify({ fields, idempotencyKey, clientIp }: PostedRequest, hashKey: string) {
  const hash = (text: string) => createHmac('sha256', Buffer.from(hashKey, 'hex')).update(text).digest('hex');
  // An empty optional field counts as absent, so adding a field later changes no hash.
  const content = fieldNames.filter((name) => fields[name]).map((name) => [name, fields[name]]);
  const contentHash = hash(JSON.stringify(content));
  const key = idempotencyKey === undefined ? `content:${contentHash}` : `client:${idempotencyKey}`;
  if (clientIp === undefined) {
    return { key, contentHash, client: null, network: null, limits: [] };
  }
  const client = hash(`client ${clientIp}`);
  const network = hash(`network ${networkOf(clientIp)}`);
  const limits = [
    { who: client, most: acceptedLimits.client },
    ...(clientIp.includes(':') ? [{ who: network, most: acceptedLimits.ipv6Network }] : []),
  ];
  return { key, contentHash, client, network, limits };
}

/** The /24 of an IPv4 address, or the /48 of an IPv6 /64 like 2001:db8:1:2::/64. */
function networkOf(ip: string): string {
  return ip.includes(':')
    ? `${ip.split(':').slice(0, 3).join(':')}::/48`
    : ip.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
}

/**
 * Waits for posts with the same keys that are being committed by another server. Writes even for a repeat:
 * after a crash, the first one may be readable although it is not durable, or no standby has it, and only
 * another commit makes sure of that. A client's key lasts as long as its request.
 */
async function findEarlier({ query, wallClock }: Transaction, posts: readonly Post[]) {
  const keys = posts.map(({ key }) => ({ key }));
  // Also those with a time in the future, written before the clock was corrected.
  await query(expireKeys, { keys, before: wallClock - contentKeyTtl, after: wallClock + contentKeyTtl });
  const rows = await query(countRepeats, { keys }, earlierRow);
  return new Map(
    rows.map(({ key, content_hash: contentHash, reference }) => [key, { contentHash, reference }]),
  );
}

const expireKeys = `
  update requests
  set idempotency_key = null
  where idempotency_key in rows(:keys, key text) and idempotency_key like 'content:%'
    and (received_at < :before or received_at > :after)`;

const earlierRow = v.object({ key: v.string(), content_hash: v.string(), reference: v.string() });

const countRepeats = `
  update requests
  set repeats = repeats + 1
  where idempotency_key in rows(:keys, key text)
  returning idempotency_key as key, content_hash, reference`;

/** When the requests that still count were accepted, in order, by hash of the client or the network. */
async function findAccepted({ query, wallClock }: Transaction, posts: readonly Post[]) {
  const times = new Map<string, number[]>();
  const whose = posts.flatMap(({ limits }) => limits.map(({ who }) => ({ who })));
  if (whose.length > 0) {
    for (const { who, received_at: at } of await query(
      ['client', 'network'].map(acceptedBy).join(' union all ').concat(' order by received_at'),
      { whose, after: wallClock - acceptedLimits.window },
      v.object({ who: v.string(), received_at: v.number() }),
    )) {
      times.set(who, [...(times.get(who) ?? []), at]);
    }
  }
  return times;
}

const acceptedBy = (column: string) => `
  select ${column} as who, received_at
  from requests
  where ${column} in rows(:whose, who text) and received_at > :after`;

/** The highest turn of each network that waits. */
async function findTurns({ query }: Transaction, posts: readonly Post[]) {
  const networks = posts.flatMap(({ network }) => (network === null ? [] : [{ network }]));
  const rows = networks.length > 0 ? await query(highestTurns, { networks }, turnRow) : [];
  return new Map<string | null, number>(rows.map(({ network, turn }) => [network, turn]));
}

const turnRow = v.object({ network: v.string(), turn: v.number() });

const highestTurns = `
  select network, max(turn) as turn
  from requests
  where network in rows(:networks, network text) and turn is not null
  group by network`;

/** An equal reference or key fails the transaction, which is then tried again. */
async function insert(
  { query, now, wallClock, routes }: Transaction,
  saved: readonly (Post & { reference: string; turn: number })[],
): Promise<void> {
  if (saved.length === 0) {
    return;
  }
  const requests = saved.map(({ fields, key, contentHash, honeypotFilled, ...post }, place) => ({
    ...toColumns(fields),
    place,
    reference: post.reference,
    received_at: wallClock,
    language: post.language,
    honeypot_filled: honeypotFilled ? 1 : 0,
    emergency: fields.service === 'emergency' ? 1 : 0,
    idempotency_key: key,
    content_hash: contentHash,
    client: post.client,
    network: post.network,
    turn: post.turn,
  }));
  await query(insertRequests, { requests });
  const deliveries = requests.flatMap(({ reference, emergency, honeypot_filled: honeypotFilled }) =>
    routes
      .filter(({ emergenciesOnly }) => !emergenciesOnly || (emergency === 1 && honeypotFilled === 0))
      .flatMap(({ name, recipients }) =>
        recipients.map((recipient) => ({ reference, channel: name, recipient })),
      ),
  );
  await query(insertDeliveries, { deliveries, now });
}

const columns = `reference, received_at, language, honeypot_filled, emergency, idempotency_key, content_hash, client, network, turn, ${fieldColumns.join(', ')}`;

const insertRequests = `
  insert into requests (${columns})
  select ${columns}
  from rows(:requests, place bigint, reference text, received_at bigint, language text, honeypot_filled bigint, emergency bigint, idempotency_key text, content_hash text, client text, network text, turn bigint, ${fieldColumns.map((name) => `${name} text`).join(', ')}) as posted
  order by place`;

const insertDeliveries = `
  insert into deliveries (request_id, channel, recipient, due_at)
  select id, channel, recipient, :now
  from rows(:deliveries, reference text, channel text, recipient text) as delivery
    join requests on requests.reference = delivery.reference`;
