-- Times are milliseconds since 1970, UTC. Lengths are held by contract/, not here: SQLite
-- counts code points where JavaScript counts UTF-16 units.

create table installation (
  only_row integer primary key check (only_row = 1),
  -- Keys the hashes of contents, so that nobody can try out contents against them.
  hash_key blob not null check (length(hash_key) = 32),
  -- Written by the health check, to know that writing works.
  checked_at integer not null default 0
) strict;

insert into installation (only_row, hash_key) values (1, randomblob(32));

create table requests (
  id integer primary key,
  reference text not null unique check (length(reference) = 6),
  received_at integer not null,
  language text not null check (language <> ''),
  name text not null check (name <> ''),
  phone text not null check (phone <> ''),
  email text not null check (email <> ''),
  service text not null check (service in ('emergency', 'fleet', 'construction', 'diagnostic', 'preventive')),
  message text not null check (message <> '')
) strict;

create table idempotency_records (
  -- 'client:' and the key that was sent, or 'content:' and the hash.
  key text primary key check (key like 'client:%' or key like 'content:%'),
  content_hash blob not null check (length(content_hash) = 32),
  kept_at integer not null,
  request_id integer not null references requests (id) on delete cascade
) strict, without rowid;

create index idempotency_records_by_request on idempotency_records (request_id);

create table owed_mails (
  request_id integer primary key references requests (id) on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'sending', 'filed', 'sent', 'parked')),
  due_at integer not null,
  lease_token text,
  lease_ends_at integer,
  refusals integer not null default 0 check (refusals >= 0),
  possible_repeat integer not null default 0 check (possible_repeat in (0, 1)),
  last_answer text,
  sent_at integer,
  check ((state = 'sending') = (lease_token is not null)),
  check ((state = 'sending') = (lease_ends_at is not null)),
  check ((state = 'sent') = (sent_at is not null))
) strict;

create index owed_mails_unsent on owed_mails (due_at) where state <> 'sent';
