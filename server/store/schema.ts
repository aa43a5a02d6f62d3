import { fieldNames } from '../../contract/contact-fields.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/** What differs between the engines' definitions of tables. */
export interface Dialect {
  /** The type of a whole number, of a key that counts up, and what ends the definition of a table. */
  integer: string;
  countingKey: string;
  tableEnd: string;
}

/** Migrations only add, so that the version before this one can read the same tables. */
export const schemaVersion = 4;

/** Throws unless this program can work with tables of this version; 0 is a new database. */
export function assertReadable(version: number): void {
  if (version > 0 && version < 4) {
    throw new SchemaError(
      `the requests were saved by an earlier version of this program (schema ${version}). Let that version send what waits, then begin with a new folder or database`,
    );
  } else if (version > schemaVersion + 1) {
    throw new SchemaError(
      `the requests were saved by a newer version of this program (schema ${version}). Start that one`,
    );
  }
}

/** The message is a sentence without its subject and full stop. */
export class SchemaError extends StoreUnavailable {}

/** States of a delivery that nobody may have received, and the condition by which they are indexed. */
export const isUnsent = "state in ('pending', 'sending', 'refused', 'filed')";

/** Adds a column for a field of the contract that has none yet. */
export function addField(name: string): string {
  return `alter table requests add column "${name}" text not null default '';`;
}

/**
 * The tables of a new database. Times are milliseconds since 1970, UTC. Lengths of fields are checked by
 * contract/, not here: engines count code points where JavaScript counts UTF-16 units.
 */
export const tables = ({ countingKey, integer, tableEnd }: Dialect, hashKey: string) => `
create table requests (
  id ${countingKey},
  reference text not null unique check (length(reference) = 6),
  received_at ${integer} not null,
  language text not null check (language <> ''),
  -- With defaults: a field that leaves the contract keeps its column.
  ${fieldNames.map((name) => `"${name}" text not null default ''`).join(',\n  ')},
  honeypot_filled ${integer} not null check (honeypot_filled in (0, 1)),
  emergency ${integer} not null check (emergency in (0, 1)),
  -- 'client:' and the key the client sent, or 'content:' and the content hash, which expires.
  idempotency_key text unique check (idempotency_key like 'client:%' or idempotency_key like 'content:%'),
  content_hash text not null check (length(content_hash) = 64),
  -- Incremented when the same post is repeated, to force a write: see save-requests.ts.
  repeats ${integer} not null default 0,
  -- Keyed hash of the visitor's IPv4 address or IPv6 /64, for ten minutes: limits what one client may send.
  client text,
  -- Keyed hash of the /24 or /48, for ten minutes and while something of the request waits.
  network text,
  -- One more than the highest that waited of the same network. Null once nothing of the request waits.
  turn ${integer} check (turn >= 1),
  -- When the owner marked it as done; when somebody took it, and who.
  done_at ${integer},
  taken_at ${integer},
  taken_by text
) ${tableEnd};

-- The order of what waits: one request of each network per turn, and filled honeypots last.
create index requests_in_order on requests (honeypot_filled, turn, emergency desc, id) where turn is not null;
create index requests_by_client on requests (client) where client is not null;
create index requests_by_network on requests (network, turn) where network is not null;
create index requests_done on requests (done_at) where done_at is not null;

create table deliveries (
  id ${countingKey},
  request_id ${integer} not null references requests (id) on delete cascade,
  channel text not null,
  recipient text not null,
  -- refused: for good, tried again daily. filed: written to a file, not delivered. closed: not wanted any more.
  state text not null default 'pending'
    check (state in ('pending', 'sending', 'sent', 'refused', 'filed', 'closed')),
  -- For channels that repeat.
  step ${integer} not null default 0,
  due_at ${integer} not null,
  -- How often it was deferred, or ended without a reply.
  attempts ${integer} not null default 0 check (attempts >= 0),
  lease_token text,
  lease_ends_at ${integer},
  -- An earlier attempt may have reached the recipient.
  possible_duplicate ${integer} not null default 0 check (possible_duplicate in (0, 1)),
  -- The outcome and the code of the last attempt, like 'refused 550'.
  result text,
  delivered_at ${integer},
  unique (request_id, channel, recipient),
  check ((state = 'sending') = (lease_token is not null)),
  check ((state = 'sending') = (lease_ends_at is not null)),
  check (state <> 'sent' or delivered_at is not null)
) ${tableEnd};

create index deliveries_pending on deliveries (channel, due_at) where state = 'pending';
create index deliveries_refused on deliveries (channel, due_at) where state = 'refused';
create index deliveries_leased on deliveries (lease_token) where state = 'sending';
create index deliveries_unsent on deliveries (request_id) where ${isUnsent};
create index deliveries_sent on deliveries (delivered_at) where state = 'sent';

-- The requests that each channel tried in the last ten minutes.
create table attempts (
  channel text not null,
  request_id ${integer} not null references requests (id) on delete cascade,
  at ${integer} not null,
  -- Because it had waited longest, not because it was its turn.
  out_of_turn ${integer} not null check (out_of_turn in (0, 1)),
  primary key (channel, request_id)
) ${tableEnd};

create table installation (
  only_row ${integer} primary key check (only_row = 1),
  -- Keys the hashes, so that values cannot be guessed from them.
  hash_key text not null check (length(hash_key) = 64),
  -- Incremented each time a file is opened, to force a commit.
  openings ${integer} not null default 0
) ${tableEnd};

insert into installation (only_row, hash_key) values (1, '${hashKey}');`;

export const readHashKey = 'select hash_key from installation';
