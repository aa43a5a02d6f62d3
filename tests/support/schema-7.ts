/** The frozen tables of version 7, and rows in every state that they allow. */

export const hashKey7 = '7'.repeat(64);

export const tables7 = `
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
  -- Incremented when the same post is repeated, to force a write: see server/requests/save.ts.
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
create index deliveries_unsent on deliveries (request_id) where state in ('pending', 'sending', 'refused', 'filed');

-- Pages of the last hour, for the budget of each recipient.
create table pages (
  id integer primary key,
  recipient text not null,
  at integer not null
) strict;

-- One row: the key of the hashes, and what is counted up to force a write.
create table installation (hash_key text not null, openings integer not null default 0) strict;

insert into installation (hash_key) values ('${hashKey7}');`;

/** References in order of arrival. Each name is the state of the request or of its email. */
export const requests7 = {
  sent: 'SENT22',
  pending: 'PEND22',
  sending: 'SEND22',
  refused: 'REFU22',
  filed: 'FILE22',
  taken: 'TAKN22',
  done: 'DNEE22',
  possibleSpam: 'SPAM22',
};

type Name = keyof typeof requests7;

/** Returns statements that fill the tables as version 7 did, with times before `now`. They work in both engines. */
export function rows7(now: number, fields: object): string {
  const names = Object.keys(requests7) as Name[];
  const request = (name: Name, index: number) => {
    const isPossibleSpam = name === 'possibleSpam' ? 1 : 0;
    const marks = [name === 'done', name === 'taken'].map((is) => (is ? now - 60_000 : 'null'));
    const fieldsJson = JSON.stringify({ ...fields, service: 'emergency', message: name });
    return `(${index + 1}, '${requests7[name]}', ${now - 120_000 + index}, 'en', '${fieldsJson}', ${isPossibleSpam}, 1,
      'client:${name}', 'hash ${index}', 'client ${index}', 'network ${index}', 1, ${marks[0]}, ${marks[1]},
      ${name === 'taken' ? "'Ana'" : 'null'})`;
  };
  const state = (name: Name) =>
    (({ taken: 'sent', done: 'closed', possibleSpam: 'pending' }) as Partial<Record<Name, string>>)[name] ??
    name;
  const email = (name: Name, index: number) => {
    const [token, ends] = name === 'sending' ? [`'lease'`, now - 1] : ['null', 'null'];
    const at = state(name) === 'sent' ? now - 100_000 : 'null';
    return `(${index + 1}, 'email', 'owner@example.com', '${state(name)}', ${name === 'possibleSpam' ? 1_000_001 : 1}, 0,
      ${now - 100_000}, ${token}, ${ends}, ${at})`;
  };
  // Only the request "sent" already had an alarm.
  const page = (name: Name, index: number) =>
    `(${index + 1}, 'page', 'ana', '${name === 'done' ? 'closed' : 'pending'}', 1,
      ${name === 'sent' ? 1 : 0}, ${now + (name === 'sent' ? 60_000 : -100_000)}, null, null, null)`;
  const paged = names.filter((name) => name !== 'possibleSpam');
  return `
insert into requests (id, reference, received_at, language, fields, honeypot_filled, emergency, idempotency_key,
  content_hash, client, network, turn, done_at, taken_at, taken_by)
values ${names.map(request).join()};
insert into deliveries (request_id, channel, recipient, state, rank, step, due_at, lease_token, lease_ends_at,
  delivered_at)
values ${[...names.map(email), ...paged.map((name) => page(name, names.indexOf(name)))].join()};
insert into pages (recipient, at) values ('ana', ${now - 100_000});`;
}
