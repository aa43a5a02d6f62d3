import { StoreUnavailable } from './transaction.ts';

/** Migrations only add, so that the version before this one can read the same tables. */
export const schemaVersion = 7;

/** Throws unless this program can work with tables of this version. */
export function assertReadable(version: number): void {
  if (version !== schemaVersion && version !== schemaVersion + 1) {
    throw new SchemaError(
      `the requests were saved by another version of this program (schema ${version}, not ${schemaVersion}). Start that one, or begin with a new folder or database`,
    );
  }
}

/** The message is a sentence without its subject and full stop. */
export class SchemaError extends StoreUnavailable {}

/** States of a delivery that nobody may have received, and the condition by which they are indexed. */
export const isUnsent = "state in ('pending', 'sending', 'refused', 'filed')";

/** The tables of a new database, as SQLite has them. Times are milliseconds since 1970, UTC; flags are 0 or 1. */
export const tables = `
create table requests (
  id integer primary key,
  reference text not null unique check (length(reference) = 6),
  received_at integer not null,
  language text not null check (language <> ''),
  -- What the visitor filled in, as JSON: a field that enters or leaves the contract changes no table.
  fields text not null,
  honeypot_filled integer not null,
  emergency integer not null check (emergency in (0, 1)),
  -- 'client:' and the key the client sent, or 'content:' and the content hash, which expires.
  idempotency_key text unique,
  content_hash text not null,
  -- Incremented when the same post is repeated, to force a write: see save-requests.ts.
  repeats integer not null default 0,
  -- Keyed hash of the IPv4 address or IPv6 /48, for ten minutes: limits what one client may send.
  client text,
  -- Keyed hash of the /24 or /48, for ten minutes and while something of the request is unsent.
  network text,
  -- One more than the highest of the same network with anything unsent.
  turn integer not null check (turn >= 1),
  -- When the owner marked it as done; when somebody took it, and who.
  done_at integer,
  taken_at integer,
  taken_by text
) strict;

create index requests_by_client on requests (client) where client is not null;
create index requests_by_network on requests (network, turn) where network is not null;

create table deliveries (
  id integer primary key,
  request_id integer not null references requests (id) on delete cascade,
  channel text not null,
  recipient text not null,
  -- refused: for good, tried again daily. filed: written to a file, not delivered. closed: not wanted any more.
  state text not null default 'pending'
    check (state in ('pending', 'sending', 'sent', 'refused', 'filed', 'closed')),
  -- Its place in the order: filled honeypots last, one request of each network per turn, emergencies first.
  rank integer not null,
  -- For channels that repeat.
  step integer not null default 0,
  due_at integer not null,
  -- When it last took a place in its channel's budget. Null if nothing was transferred.
  counted_at integer,
  -- How often it was deferred, or ended without a reply.
  attempts integer not null default 0,
  -- Both count only while it is being sent.
  lease_token text,
  lease_ends_at integer,
  -- An earlier attempt may have reached the recipient.
  possible_duplicate integer not null default 0,
  -- The outcome and the code of the last attempt, like 'refused 550'.
  result text,
  delivered_at integer,
  unique (request_id, channel, recipient),
  check (state <> 'sent' or delivered_at is not null)
) strict;

create index deliveries_in_order on deliveries (channel, state, rank, request_id);
create index deliveries_counted on deliveries (channel, counted_at) where counted_at is not null;
create index deliveries_leased on deliveries (lease_ends_at) where state = 'sending';
create index deliveries_unsent on deliveries (request_id) where ${isUnsent};

-- Pages of the last hour, for the budget of each recipient.
create table pages (
  id integer primary key,
  recipient text not null,
  at integer not null
) strict;

-- One row: the key of the hashes, and what is counted up to force a write.
create table installation (hash_key text not null, openings integer not null default 0) strict;`;

export const insertHashKey = (key: string) => `insert into installation (hash_key) values ('${key}')`;
export const readHashKey = 'select hash_key from installation';
