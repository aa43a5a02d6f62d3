import type { CampaignName } from './campaigns.ts';

export interface Mutation {
  /** The campaigns that must fail. */
  campaigns: readonly CampaignName[];
  /** For each file: texts that occur once in it, and their replacements. */
  changes: Record<string, Record<string, string>>;
}

const repeatsOnlyRead = {
  'server/store/save-requests.ts': {
    'update idempotency_records\n  set repeats = repeats + 1\n':
      'select key, content_hash, saved_at, (select reference from requests where id = request_id) as reference from idempotency_records\n',
    '\n  returning key, content_hash, saved_at, (select reference from requests where id = request_id) as reference`':
      '`',
  },
};

/** For each promise, a change that breaks it. A campaign that still passes proves nothing. */
export const mutations = {
  'no fsyncs': {
    campaigns: ['power-loss'],
    changes: {
      'server/store/sqlite/database.ts': { 'pragma synchronous = full': 'pragma synchronous = off' },
    },
  },
  'commits only occasionally': {
    campaigns: ['kill', 'terminate'],
    changes: {
      'server/store/sqlite/transaction.ts': {
        "database.exec('begin immediate')": "if (!database.isTransaction) database.exec('begin immediate')",
        "database.exec('commit')": "if (Date.now() % 10 === 0) database.exec('commit')",
      },
    },
  },
  'a store error is reported as saved': {
    campaigns: ['full-disk', 'failing-fsync'],
    changes: {
      'server/store/request-store.ts': {
        "ask('save', posted)": "ask('save', posted).catch(() => ({ outcome: 'saved', reference: '222222' }))",
      },
    },
  },
  // Each of the two makes durable what a failed fsync left, and would hide that the other is missing.
  'opening the store commits nothing, and repeats only read': {
    campaigns: ['failing-fsync'],
    changes: {
      ...repeatsOnlyRead,
      'server/store/sqlite/database.ts': {
        "inTransaction(database, () => database.exec('update installation set openings = openings + 1'))": '',
      },
    },
  },
  'every key counts as new': {
    campaigns: ['one-key'],
    changes: {
      'server/store/idempotency.ts': { '`client:${idempotencyKey}`': "'client:' + Math.random()" },
    },
  },
  'pages query the store first': {
    campaigns: ['hanging-disk'],
    changes: {
      'server/app.ts': {
        'app.use(serveAssets(site, common))':
          'app.use(async (_, next) => { await store.check().catch(() => undefined); await next(); }, serveAssets(site, common))',
      },
    },
  },
  'ten-minute pauses between attempts': {
    campaigns: ['mail-outage'],
    changes: {
      'server/outbox/options.ts': { 'longest: 30_000': 'longest: 600_000' },
    },
  },
  'duplicates are not marked': {
    campaigns: ['mail-faults'],
    changes: {
      'server/outbox/delivery-result.ts': {
        'backsOff: true, mayHaveArrived: true': 'backsOff: true, mayHaveArrived: false',
      },
    },
  },
  'a deferred email counts as sent': {
    campaigns: ['mail-faults'],
    changes: {
      'server/outbox/delivery-result.ts': { "deferred: { state: 'pending'": "deferred: { state: 'sent'" },
    },
  },
  'due times in the far future are trusted': {
    campaigns: ['clock-jumps'],
    changes: {
      'server/store/mail-server.ts': { 'message: 20 * 60_000': 'message: 1e15' },
    },
  },
  'unlimited pipelined requests': {
    campaigns: ['hostile-clients'],
    changes: {
      'server/http-server.ts': { 'const maxInFlight = 8': 'const maxInFlight = 1_000_000' },
    },
  },
  'an incident is reported at each check': {
    campaigns: ['alerts'],
    changes: {
      'server/alerts/alerts.ts': { 'incident.isReported = true;': '' },
    },
  },
  'alerts are remembered in a new file each time': {
    campaigns: ['alerts'],
    changes: {
      'server/alerts/reported-incidents.ts': {
        "open(file, 'r+').catch(() => open(file, 'w+', 0o600))": "open(file + '.new', 'w+', 0o600)",
        'await handle.sync();':
          "await handle.sync(); await (await import('node:fs/promises')).rename(file + '.new', file);",
      },
    },
  },
  'a commit waits for its standby indefinitely': {
    campaigns: ['failover'],
    changes: {
      'server/store/timeouts.ts': { 'save: 5_000': 'save: 600_000' },
    },
  },
  'a warning on COMMIT is ignored': {
    campaigns: ['failover'],
    changes: {
      'server/store/postgres/transaction.ts': {
        "warning !== undefined || command !== 'COMMIT'": "command !== 'COMMIT'",
      },
    },
  },
  'repeats only read': { campaigns: ['failover'], changes: repeatsOnlyRead },
  'a node out of recovery counts as writable': {
    campaigns: ['failover'],
    changes: {
      'server/store/postgres/errors.ts': {
        "current_setting('transaction_read_only') = 'on'": 'pg_is_in_recovery()',
      },
    },
  },
  // Either would still show the owner an honest request in time.
  'the oldest requests are emailed first, and few are listed': {
    campaigns: ['hostile-clients'],
    changes: {
      'server/store/schema.ts': {
        "'honeypot_filled, round, emergency desc, due_at, request_id'": "'due_at, request_id'",
      },
      'server/store/overview.ts': { 'mostListed = 500': 'mostListed = 20' },
    },
  },
  'a request wakes no sender, and the poll is rare': {
    campaigns: ['delivery'],
    changes: {
      'server/app.ts': { 'onSaved: outbox.wake': 'onSaved: () => undefined' },
      'server/outbox/options.ts': { 'poll: 1_000': 'poll: 5_000' },
    },
  },
  'the rejection page does not escape what was typed': {
    campaigns: ['hostile-input', 'supabase'],
    changes: {
      'server/contact-requests/rejection-page.ts': { '`\\n${typed}`': 'raw(typed)' },
    },
  },
  "Node's own responses to malformed HTTP": {
    campaigns: ['hostile-wire'],
    changes: { 'server/http-server.ts': { "server.on('clientError'": "server.on('nobody'" } },
  },
  'a minute for the headers': {
    campaigns: ['slow-clients'],
    changes: {
      'server/http-server.ts': {
        'headersTimeout: 10_000': 'headersTimeout: 60_000',
        'requestTimeout: 20_000': 'requestTimeout: 60_000',
      },
    },
  },
  'a new Idempotency-Key for each attempt': {
    campaigns: ['supabase'],
    changes: {
      'server/mail/mail-api.ts': {
        'digestOf(body)}': 'Math.random()}',
      },
    },
  },
} satisfies Record<string, Mutation>;

export type MutationName = keyof typeof mutations;

export const changesFor = (campaign: CampaignName): MutationName[] =>
  (Object.keys(mutations) as MutationName[]).filter((name) =>
    (mutations[name] as Mutation).campaigns.includes(campaign),
  );
