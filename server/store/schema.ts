import { fieldNames } from '../../contract/contact-fields.ts';

/** What differs between the engines' definitions of tables. */
export interface Dialect {
  /** The type of a whole number, of a key that counts up, and what ends the definition of a table. */
  integer: string;
  countingKey: string;
  tableEnd: string;
  /** Bytes as hexadecimal digits. */
  hex(column: string): string;
  /** A column of visitor text as field-text.ts reads it, in tables of version 2 and older. */
  escaped(column: string): string;
}

/** The version that this program works with. Up to 2, the engines had tables of their own. */
export const schemaVersion = 3;

/**
 * The order of what waits: one request of each network per round, emergencies first in each round, and filled
 * honeypots after all others. Indexed: another order is another version.
 */
export const fairOrder = 'honeypot_filled, round, emergency desc, due_at, request_id';

/**
 * The statements that bring a database from a version to `schemaVersion`, both for a new database (0) and for
 * one with requests. Times are milliseconds since 1970, UTC. Lengths of fields are checked by contract/, not
 * here: engines count code points where JavaScript counts UTF-16 units.
 */
export function migrationFrom(version: number, dialect: Dialect, newHashKey: string): string {
  if (version === schemaVersion) {
    return '';
  } else if (version === 0) {
    return `${requests(dialect)} ${others(dialect)} insert into installation (only_row, hash_key) values (1, '${newHashKey}');`;
  } else {
    return `${renameOld} ${others(dialect)} ${copyOld(dialect)}`;
  }
}

export const readHashKey = 'select hash_key from installation';

/** Adds a column for a field of the contract that has none yet. */
export function addField(name: string): string {
  return `alter table requests add column "${name}" text not null default ''`;
}

const requests = ({ countingKey, integer, tableEnd }: Dialect) => `
create table requests (
  id ${countingKey},
  reference text not null unique check (length(reference) = 6),
  received_at ${integer} not null,
  language text not null check (language <> ''),
  ${fieldNames.map((name) => `"${name}" text not null`).join(',\n  ')}
) ${tableEnd};`;

const others = ({ integer, tableEnd }: Dialect) => `
-- Keyed hash of the visitor's IPv4 address or IPv6 /64, for ten minutes: limits what one client may send.
alter table requests add column client text;
create index requests_by_client on requests (client) where client is not null;

create table installation (
  only_row ${integer} primary key check (only_row = 1),
  -- Keys the hashes, so that values cannot be guessed from them.
  hash_key text not null check (length(hash_key) = 64),
  -- Incremented each time a file is opened, to force a commit.
  openings ${integer} not null default 0,
  -- Ids that could not be read from an earlier, damaged file. Null when there was none.
  unreadable ${integer},

  -- The mail server, as the last attempts found it: how often it failed in a row, until when nobody tries.
  failures ${integer} not null default 0,
  closed_until ${integer} not null default 0,
  -- Whether it has deferred an email and has accepted none since; when deferred ones were last made due.
  deferring ${integer} not null default 0 check (deferring in (0, 1)),
  deferred_requeued_at ${integer} not null default 0,
  -- When a server's start last made dead letters due.
  dead_letters_requeued_at ${integer} not null default 0,

  -- Since when more is due than may be sent. Null while nothing is held back.
  held_since ${integer},
  -- The latest overview, and when the next one may be sent.
  overview_id text,
  overview_due_at ${integer} not null default 0,
  -- The mail server refused an overview: the next one has only references, digits and services.
  overview_plain ${integer} not null default 0 check (overview_plain in (0, 1))
) ${tableEnd};

create table idempotency_records (
  -- 'client:' and the key the client sent, or 'content:' and the content hash.
  key text primary key check (key like 'client:%' or key like 'content:%'),
  content_hash text not null check (length(content_hash) = 64),
  saved_at ${integer} not null,
  -- Incremented when the same post is repeated, to force a write: see save-requests.ts.
  repeats ${integer} not null default 0,
  request_id ${integer} not null references requests (id) on delete cascade
) ${tableEnd};

create index idempotency_records_by_request on idempotency_records (request_id);

create table outbox_messages (
  request_id ${integer} primary key references requests (id) on delete cascade,
  -- filed: written to a file, not delivered. dead_lettered: permanently refused, retained for the owner.
  state text not null default 'pending' check (state in ('pending', 'sending', 'filed', 'sent', 'dead_lettered')),
  due_at ${integer} not null,
  -- How often it was deferred, ended without a reply, or was accepted for some addresses only.
  attempts ${integer} not null default 0 check (attempts >= 0),
  lease_token text,
  lease_ends_at ${integer},
  -- An earlier attempt may have reached the owner.
  possible_duplicate ${integer} not null default 0 check (possible_duplicate in (0, 1)),
  -- A mail server has permanently refused it.
  refused ${integer} not null default 0 check (refused in (0, 1)),
  -- A JSON array of the addresses that have not accepted it. Null: nobody has yet.
  remaining text,
  -- The reply code or the error's code of the last attempt.
  result_code text,
  -- When the attempt began that the first address accepted, or when the owner marked it as done.
  delivered_at ${integer},

  honeypot_filled ${integer} not null default 0 check (honeypot_filled in (0, 1)),
  emergency ${integer} not null check (emergency in (0, 1)),
  -- How many of the same network were waiting, so that a flood does not push others back.
  round ${integer} not null check (round >= 1),
  -- Keyed hash of the visitor's /24 or /64, while it waits.
  network text,
  -- When an overview named it.
  listed_at ${integer},

  check ((state = 'sending') = (lease_token is not null)),
  check ((state = 'sending') = (lease_ends_at is not null)),
  check (state <> 'sent' or delivered_at is not null),
  check (state not in ('sent', 'dead_lettered') or network is null)
) ${tableEnd};

-- A claim reads only about as many rows as it takes, however many are pending.
create index outbox_messages_first_attempts
  on outbox_messages (${fairOrder}) where state = 'pending' and attempts = 0;
create index outbox_messages_retries on outbox_messages (due_at) where state = 'pending' and attempts > 0;
create index outbox_messages_due on outbox_messages (due_at) where state = 'pending';
create index outbox_messages_leased on outbox_messages (lease_ends_at) where state = 'sending';
create index outbox_messages_filed on outbox_messages (request_id) where state = 'filed';
create index outbox_messages_dead_lettered on outbox_messages (due_at) where state = 'dead_lettered';
create index outbox_messages_unsent on outbox_messages (request_id) where state <> 'sent';
create index outbox_messages_sent on outbox_messages (delivered_at) where state = 'sent';
create index outbox_messages_by_network on outbox_messages (network, round) where network is not null;

-- The emails of the last ten minutes, reserved when they are claimed. Overviews are not among them.
create table sent_emails (
  lease_token text primary key,
  at ${integer} not null,
  -- Sent because it had waited longest, not because it was its turn.
  out_of_turn ${integer} not null check (out_of_turn in (0, 1))
) ${tableEnd};

create index sent_emails_by_time on sent_emails (at);`;

const renameOld = `
alter table installation rename to old_installation;
alter table idempotency_records rename to old_idempotency_records;
alter table outbox_messages rename to old_outbox_messages;
drop index idempotency_records_by_request;
drop index outbox_messages_unsent;
drop index outbox_messages_sent;
drop index outbox_messages_by_network;
drop index outbox_messages_leased;
drop index if exists outbox_messages_dead_lettered;
drop table if exists shared_state;
drop table if exists shared_state_secrets;`;

/** An email that was being sent is pending again, as a possible duplicate; so are the members of digests. */
const copyOld = ({ hex, escaped }: Dialect) => `
insert into installation (only_row, hash_key) select 1, ${hex('hash_key')} from old_installation;
${fieldNames.map((name) => escaped(`"${name}"`)).join('')}
insert into idempotency_records (key, content_hash, saved_at, request_id)
  select key, ${hex('content_hash')}, saved_at, request_id from old_idempotency_records;
insert into outbox_messages (
  request_id, state, due_at, attempts, possible_duplicate, refused, result_code, delivered_at,
  honeypot_filled, emergency, round, network)
select request_id, case when state = 'sending' then 'pending' else state end, due_at, deferrals,
  case when possible_duplicate or state = 'sending' then 1 else 0 end,
  case when excluded_from_digest then 1 else 0 end,
  smtp_code, sent_at, case when honeypot_filled then 1 else 0 end,
  case when service = 'emergency' then 1 else 0 end,
  case when digest_rank < 2 then 1 else digest_rank / 2 end,
  case when state not in ('sent', 'dead_lettered') then ${hex('network')} end
from old_outbox_messages join requests on id = request_id;
drop table old_installation;
drop table old_idempotency_records;
drop table old_outbox_messages;`;
