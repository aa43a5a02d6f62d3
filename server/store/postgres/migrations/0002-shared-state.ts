export default /* sql */ `
-- What servers must agree on, for minutes. Unlogged: it is in no backup and on no standby, its commits
-- wait for nobody, and it is empty after a crash or a failover.
create unlogged table shared_state (
  name text not null,
  key_hash bytea not null,
  state jsonb,
  ends_at bigint not null,
  primary key (name, key_hash)
);

create index shared_state_by_end on shared_state (ends_at);

-- Another secret each day: yesterday's hashes cannot be tried out any more.
create unlogged table shared_state_secrets (
  day date primary key,
  secret text not null
);
`;
