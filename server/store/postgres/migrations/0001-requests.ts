export default /* sql */ `
-- Times are milliseconds since 1970, UTC. Lengths are checked by contract/, not here: PostgreSQL
-- counts code points where JavaScript counts UTF-16 units.

create table installation (
  only_row integer primary key default 1 check (only_row = 1),
  -- Keys the content and network hashes, so that values cannot be guessed from them.
  hash_key bytea not null check (length(hash_key) = 32)
);

-- gen_random_uuid is the source of randomness that needs no extension.
insert into installation (hash_key)
values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

create table requests (
  id bigint primary key generated always as identity,
  reference text not null unique check (length(reference) = 6),
  received_at bigint not null,
  language text not null check (language <> ''),
  name text not null check (name <> ''),
  phone text not null check (phone <> ''),
  email text not null check (email <> ''),
  service text not null check (service <> ''),
  message text not null check (message <> '')
);

create table idempotency_records (
  -- 'client:' and the key the client sent, or 'content:' and the content hash.
  key text primary key check (key like 'client:%' or key like 'content:%'),
  content_hash bytea not null check (length(content_hash) = 32),
  saved_at bigint not null,
  -- Incremented when the same post is repeated, to force a write: see requests.ts.
  repeats integer not null default 0,
  request_id bigint not null references requests (id) on delete cascade
);

create index idempotency_records_by_request on idempotency_records (request_id);

create table outbox_messages (
  request_id bigint primary key references requests (id) on delete cascade,
  -- filed: written to a file, not delivered. dead_lettered: permanently refused, retained for the owner.
  state text not null default 'pending' check (state in ('pending', 'sending', 'filed', 'sent', 'dead_lettered')),
  due_at bigint not null,
  lease_token text,
  lease_ends_at bigint,
  -- Identifies the opened store that claimed it.
  lease_owner text,
  deferrals integer not null default 0 check (deferrals >= 0),
  -- An earlier attempt may have reached the owner.
  possible_duplicate boolean not null default false,
  smtp_code text,
  sent_at bigint,

  honeypot_filled boolean not null default false,
  -- The digest that includes it in full. A repeated digest keeps its id and its requests.
  digest_id text,
  -- Once refused as an individual email: it must not get a digest refused too.
  excluded_from_digest boolean not null default false,
  -- Position in a digest: rounds of one request per network, emergencies first in each round.
  digest_rank integer not null,
  -- Keyed hash of the visitor's /24 or /64. Removed once the request is emailed.
  network bytea,

  -- The queue it is claimed from; null if it cannot be claimed.
  queue text generated always as (
    case
      when state in ('filed', 'sent', 'dead_lettered') then null
      when digest_id is not null then 'digest'
      when excluded_from_digest or possible_duplicate or state = 'sending' then 'by itself'
      when honeypot_filled then 'honeypot'
      else 'open'
    end
  ) stored,

  check ((state = 'sending') = (lease_token is not null)),
  check ((state = 'sending') = (lease_ends_at is not null)),
  check ((state = 'sent') = (sent_at is not null)),
  check (state <> 'sent' or network is null)
);

-- A claim reads only as many rows as it takes, however many are pending.
create index outbox_messages_in_line on outbox_messages (queue, excluded_from_digest, due_at) where queue is not null;
create index outbox_messages_by_digest_rank on outbox_messages (queue, digest_rank) where queue is not null;
create index outbox_messages_in_digest on outbox_messages (digest_id) where queue is not null;
create index outbox_messages_leased on outbox_messages (lease_token) where lease_token is not null;
create index outbox_messages_unsent on outbox_messages (request_id) where state <> 'sent';
create index outbox_messages_dead_lettered on outbox_messages (request_id) where state = 'dead_lettered';
create index outbox_messages_sent on outbox_messages (sent_at) where state = 'sent';
create index outbox_messages_by_network on outbox_messages (network, digest_rank) where network is not null;
`;
