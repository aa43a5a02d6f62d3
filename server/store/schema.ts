import { StoreUnavailableError } from '../queue/transaction.ts';
import { unfinishedCondition } from '../queue/unfinished.ts';

/**
 * The version of the tables below. Each migration increases it. Migrations only add tables, columns, and indexes,
 * so that the previous version of the program can still use the tables.
 */
export const schemaVersion = 8;

/** Throws unless this program can use or migrate tables of this version. */
export function assertReadable(version: number): void {
  if (!(version in migrations) && version !== schemaVersion && version !== schemaVersion + 1) {
    throw new SchemaError(
      `the requests were saved by another version of this program (schema ${version}, not ${schemaVersion}). Start that version, or use a new folder or database`,
    );
  }
}

/** Callers put the message inside a sentence, so it has no capital and no final period. */
export class SchemaError extends StoreUnavailableError {}

/** The tables and indexes that version 8 added. */
const addedTables = `
-- Token buckets, one for each recipient of alarms.
create table buckets (
  channel text not null,
  recipient text not null,
  full_at integer not null, -- When the bucket will be full again.
  -- When the recipient's service last refused a message permanently. Set to null when the service accepts a message,
  -- and when a server starts alone.
  refused_at integer,
  primary key (channel, recipient)
) strict;

-- Faults that alerts were sent about: when each was last found, reported (null once over), and reported as urgent.
create table incidents (
  event text primary key,
  seen_at integer not null,
  reported_at integer,
  urgent_at integer
) strict;

-- Paired devices. Their keys are stored only as keyed hashes.
create table devices (
  id integer primary key,
  name text not null,
  first_name text not null,
  -- The name of this device among the recipients of alarms, if it has one.
  recipient text,
  key_hash text not null unique,
  paired_at integer not null,
  seen_at integer not null
) strict;

-- One-time links that pair a device.
create table pairings (
  id integer primary key,
  token_hash text not null unique,
  expires_at integer not null,
  used_at integer
) strict;

-- Changes to the site and the on-call order, as JSON. A change applies from its start to its end, unless withdrawn or
-- replaced by a newer one of its kind (for extra minutes, of the same city). The notice that began last applies.
create table changes (
  id integer primary key,
  kind text not null,
  value text not null,
  begins_at integer not null,
  ends_at integer,
  withdrawn_at integer,
  device integer
) strict;

create index changes_by_kind on changes (kind, id);

-- Counts of deleted requests by month ("2026-11"), without probable spam.
create table counts (
  month text not null,
  service text not null,
  what text not null,
  number integer not null default 0,
  primary key (month, service, what)
) strict;

-- Erased requests, kept while a backup may contain them, so that a restore erases them again.
create table erasures (
  reference text primary key,
  at integer not null
) strict;

-- Recorded actions, like wrong tokens and test rings: see server/requests/recorded-actions.ts.
create table attempts (
  id integer primary key,
  what text not null,
  client text not null,
  at integer not null
) strict;

create index attempts_by_client on attempts (what, client, at);`;

/** The tables of a new database, in SQLite's syntax. Times are milliseconds since 1970, UTC. Flags are 0 or 1. */
export const tablesSql = `
create table requests (
  id integer primary key,
  reference text not null unique check (length(reference) = 6),
  received_at integer not null,
  language text not null check (language <> ''),
  -- The visitor's fields as JSON, so that adding or removing a field doesn't change the table.
  fields text not null,
  honeypot_filled integer not null,
  -- See server/requests/emergency.ts.
  emergency integer not null check (emergency in (0, 1)),
  -- 'client:' and the client's key, or 'content:' and the content hash, which expires.
  idempotency_key text unique,
  content_hash text not null,
  -- Incremented when a post has the same key, to force a write: see server/requests/save.ts.
  repeats integer not null default 0,
  -- Keyed hash of the IPv4 address or IPv6 /48, kept for about ten minutes to limit the requests from one client.
  client text,
  -- Keyed hash of the /24 or /48, kept for about ten minutes, and longer while the request has unfinished deliveries.
  network text,
  -- The request's round ("round" in code): see insertRequestsSql in server/requests/save.ts.
  turn integer not null check (turn >= 1),
  done_at integer, -- When the owner marked the request as done.
  taken_at integer, -- When somebody took the request.
  taken_by text, -- Who took it. Kept if the person gives the request back.
  taken_device integer, -- The paired device that took it.
  taken_key text, -- The key of the form or page that took it.
  -- "On my way": the promised minutes, and when they were promised.
  eta_minutes integer,
  eta_at integer,
  canceled_at integer, -- When the driver canceled the request.
  closed_at integer, -- When the owner closed the request, because it isn't from a customer.
  still_needed_at integer, -- When the driver undid the cancellation. That is possible only once.
  -- When the driver or the owner had the contents erased. The row, with its times, is kept for at least 24 hours.
  erased_at integer
) strict;

create index requests_by_client on requests (client) where client is not null;
create index requests_by_network on requests (network, turn) where network is not null;

create table deliveries (
  id integer primary key,
  request_id integer not null references requests (id) on delete cascade,
  channel text not null,
  recipient text not null,
  -- refused: permanently, but retried after a long pause. filed: written to a file, not delivered. closed: ended.
  state text not null default 'pending'
    check (state in ('pending', 'sending', 'sent', 'refused', 'filed', 'closed')),
  -- The position in the order: see server/queue/rank.ts.
  rank integer not null,
  -- The channel's next step, for channels that repeat. -1 if its alarms were restarted after one was accepted.
  step integer not null default 0,
  due_at integer not null,
  -- When the delivery last used a slot ("slotUsedAt" in code). Null at first, or if the message certainly didn't arrive.
  counted_at integer,
  -- The number of deferred and ambiguous attempts, which determines the pause ("backOffCount" in code).
  attempts integer not null default 0,
  -- The lease of the current attempt, or of the last one if it expired.
  lease_token text,
  lease_ends_at integer,
  possible_duplicate integer not null default 0, -- An earlier attempt may have reached the recipient.
  result text, -- The outcome and the code of the last attempt, for example 'refused 550'.
  -- When the service accepted the last message. Set only in the state sent, and cleared if the alarms start again.
  delivered_at integer,
  -- When the delivery was added, or when its steps last started again ("stepsBeganAt" in code). Uses the clock for
  -- due_at. Null in finished rows of schema version 7.
  posted_at integer,
  -- The number of accepted messages that named the request ("acceptedCount" in code), and the times of the first and
  -- the last.
  sends integer not null default 0,
  first_sent_at integer,
  last_sent_at integer,
  -- When an accepted message first counted the request, without naming it ("and 3 more waiting").
  tallied_at integer,
  -- The recipient's position in the on-call order when its alarms were scheduled (0 rings first), and the number of
  -- turns before all recipients ring ("turnCount" in code). Null if the order in the settings applies.
  position integer,
  turns integer,
  tried_at integer, -- When the last attempt ended.
  unique (request_id, channel, recipient),
  check (state <> 'sent' or delivered_at is not null)
) strict;

create index deliveries_in_order on deliveries (channel, state, rank, request_id);
create index deliveries_counted on deliveries (channel, counted_at) where counted_at is not null;
create index deliveries_leased on deliveries (lease_ends_at) where state = 'sending';
create index deliveries_unsent on deliveries (request_id) where ${unfinishedCondition};

-- Only schema version 7 uses this table: alarms of the last hour, for each recipient's budget.
create table pages (
  id integer primary key,
  recipient text not null,
  at integer not null
) strict;

-- One row, with the key for hashes and a counter, openings, that is incremented to force a write.
create table installation (
  hash_key text not null,
  openings integer not null default 0,
  trusted_at integer, -- The trusted time (trusted-time.ts) at the last check.
  trusted_wall_at integer, -- The wall clock when trusted_at was last written.
  steady_for integer not null default 0, -- How long the wall clock has been steady, in milliseconds, up to a day.
  -- Time and size of the last backup.
  backup_at integer,
  backup_bytes integer
) strict;

${addedTables}`;

/** The statements that migrate tables of each version to the next. A test compares the result with a new database. */
export const migrations: Readonly<Record<number, string>> = {
  7: `
alter table requests add column taken_device integer;
alter table requests add column taken_key text;
alter table requests add column eta_minutes integer;
alter table requests add column eta_at integer;
alter table requests add column canceled_at integer;
alter table requests add column closed_at integer;
alter table requests add column still_needed_at integer;
alter table requests add column erased_at integer;
alter table deliveries add column posted_at integer;
alter table deliveries add column sends integer not null default 0;
alter table deliveries add column first_sent_at integer;
alter table deliveries add column last_sent_at integer;
alter table deliveries add column tallied_at integer;
alter table deliveries add column position integer;
alter table deliveries add column turns integer;
alter table deliveries add column tried_at integer;
alter table installation add column trusted_at integer;
alter table installation add column trusted_wall_at integer;
alter table installation add column steady_for integer not null default 0;
alter table installation add column backup_at integer;
alter table installation add column backup_bytes integer;
${addedTables}`,
};

/** Returns the statements that migrate tables from a version to this program's version. */
export function createMigration(version: number): string {
  let statements = '';
  for (let at = version; at < schemaVersion; at += 1) {
    statements += migrations[at] ?? '';
  }
  return statements;
}

export const buildInsertHashKeySql = (key: string) => `insert into installation (hash_key) values ('${key}')`;
export const readHashKeySql = 'select hash_key from installation';
