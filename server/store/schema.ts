import { StoreUnavailable } from '../queue/transaction.ts';
import { isUnsent } from '../queue/unsent.ts';

/** Migrations only add, so that the version before this one can read the same tables. */
export const schemaVersion = 8;

/** Throws unless this program can work with tables of this version, which it migrates if they are older. */
export function assertReadable(version: number): void {
  if (!(version in migrations) && version !== schemaVersion && version !== schemaVersion + 1) {
    throw new SchemaError(
      `the requests were saved by another version of this program (schema ${version}, not ${schemaVersion}). Start that one, or begin with a new folder or database`,
    );
  }
}

/** The message is a sentence without its subject and full stop. */
export class SchemaError extends StoreUnavailable {}

/** Tables that came with version 8. */
const addedTables = `
-- For each recipient of a channel whose budget is a bucket: when the bucket will be full again.
create table buckets (
  channel text not null,
  recipient text not null,
  full_at integer not null,
  -- When the recipient's service last refused a message for good. Null once it has accepted one.
  refused_at integer,
  primary key (channel, recipient)
) strict;

-- Faults that alerts were sent about: when each was last found, reported, and reported as urgent.
create table incidents (
  event text primary key,
  seen_at integer not null,
  reported_at integer,
  urgent_at integer
) strict;

-- Paired phones. Of a key, there is only a keyed hash.
create table devices (
  id integer primary key,
  name text not null,
  first_name text not null,
  -- The recipient of alarms that is this phone, if it is one.
  recipient text,
  key_hash text not null unique,
  paired_at integer not null,
  seen_at integer not null
) strict;

-- One-time links that pair a phone.
create table pairings (
  id integer primary key,
  token_hash text not null unique,
  expires_at integer not null,
  used_at integer
) strict;

-- Changes to the site, as JSON. The newest of a kind that wasn't withdrawn counts, from its begin to its end.
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

-- Numbers by month ("2026-11") that outlive the requests.
create table counts (
  month text not null,
  service text not null,
  what text not null,
  number integer not null default 0,
  primary key (month, service, what)
) strict;

-- Requests whose contents somebody deleted, for as long as a backup may have them: a restore deletes them again.
create table erasures (
  reference text primary key,
  at integer not null
) strict;

-- For limits that must outlive a process: wrong tokens of a client, pairing emails. And the last test ring of a phone.
create table attempts (
  id integer primary key,
  what text not null,
  client text not null,
  at integer not null
) strict;

create index attempts_by_client on attempts (what, client, at);`;

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
  -- See server/requests/emergency.ts.
  emergency integer not null check (emergency in (0, 1)),
  -- 'client:' and the key the client sent, or 'content:' and the content hash, which expires.
  idempotency_key text unique,
  content_hash text not null,
  -- Incremented when the same post is repeated, to force a write: see server/requests/save.ts.
  repeats integer not null default 0,
  -- Keyed hash of the IPv4 address or IPv6 /48, for ten minutes: limits what one client may send.
  client text,
  -- Keyed hash of the /24 or /48, for ten minutes and while something of the request is unsent.
  network text,
  -- One more than the highest of the same network that still waits for a first mention.
  turn integer not null check (turn >= 1),
  -- When the owner marked it as done; when somebody took it, who (also after giving it back), with which paired phone, and with which form's key.
  done_at integer,
  taken_at integer,
  taken_by text,
  taken_device integer,
  taken_key text,
  -- "On my way": the promised minutes, and when they were promised.
  eta_minutes integer,
  eta_at integer,
  -- When the driver no longer needed help; when the owner closed it as not from a customer.
  canceled_at integer,
  closed_at integer,
  -- When the driver took the cancellation back, which works once.
  still_needed_at integer,
  -- When its contents were erased on the driver's wish. The row keeps its times for 24 hours.
  erased_at integer
) strict;

create index requests_by_client on requests (client) where client is not null;
create index requests_by_network on requests (network, turn) where network is not null;

create table deliveries (
  id integer primary key,
  request_id integer not null references requests (id) on delete cascade,
  channel text not null,
  recipient text not null,
  -- refused: for good, tried again after a long pause. filed: written to a file, not delivered. closed: not wanted any more.
  state text not null default 'pending'
    check (state in ('pending', 'sending', 'sent', 'refused', 'filed', 'closed')),
  -- Its place in the order: see rank.ts.
  rank integer not null,
  -- For channels that repeat: which of the channel's steps is next.
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
  -- When its request was saved, by the clock of due_at: its steps count from here. Null if version 7 added it.
  posted_at integer,
  -- How many accepted messages named it, and when the first and the last did.
  sends integer not null default 0,
  first_sent_at integer,
  last_sent_at integer,
  -- When an accepted message that didn't name it first counted it among those that wait.
  tallied_at integer,
  -- Whose turn it was when the request came: 0 rings first. After how many turns all ring. Null: as in the settings.
  position integer,
  turns integer,
  -- When the last attempt ended.
  tried_at integer,
  unique (request_id, channel, recipient),
  check (state <> 'sent' or delivered_at is not null)
) strict;

create index deliveries_in_order on deliveries (channel, state, rank, request_id);
create index deliveries_counted on deliveries (channel, counted_at) where counted_at is not null;
create index deliveries_leased on deliveries (lease_ends_at) where state = 'sending';
create index deliveries_unsent on deliveries (request_id) where ${isUnsent};

-- Read by version 7 alone: pages of the last hour, for the budget of each recipient.
create table pages (
  id integer primary key,
  recipient text not null,
  at integer not null
) strict;

-- One row: the key of the hashes, and a counter that is increased to force a write.
create table installation (
  hash_key text not null,
  openings integer not null default 0,
  -- Time that no jump of the clock moves, the wall clock when it was last advanced, and for how many milliseconds
  -- the wall clock has been steady since the last jump.
  trusted_at integer,
  trusted_wall_at integer,
  steady_for integer not null default 0,
  -- Time and size of the last backup.
  backup_at integer,
  backup_bytes integer
) strict;

${addedTables}`;

/** What takes tables to the next version, by their version. A test compares the outcome with a new database. */
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

/** The statements that take tables of a version to this program's version. */
export function migrationFrom(version: number): string {
  let statements = '';
  for (let at = version; at < schemaVersion; at += 1) {
    statements += migrations[at] ?? '';
  }
  return statements;
}

export const insertHashKey = (key: string) => `insert into installation (hash_key) values ('${key}')`;
export const readHashKey = 'select hash_key from installation';
