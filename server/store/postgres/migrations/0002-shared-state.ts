export default /* sql */ `
-- Short-lived state that servers share. Unlogged: it is not in backups or on standbys, commits without
-- waiting, and is empty after a crash or failover.
create unlogged table shared_state (
  name text not null,
  key_hash bytea not null,
  state jsonb,
  ends_at bigint not null,
  primary key (name, key_hash)
);

create index shared_state_by_end on shared_state (ends_at);

-- A new secret each day: yesterday's keys can no longer be guessed from their hashes.
create unlogged table shared_state_secrets (
  day date primary key,
  secret text not null
);
`;
