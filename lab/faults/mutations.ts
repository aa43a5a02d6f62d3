import type { CampaignName } from './campaigns.ts';

/** A change that breaks a promise. A campaign that still passes proves nothing. */
export interface Mutation {
  campaign: CampaignName;
  /** What it does, in words. */
  breaks: string;
  /** For each file: texts that occur once in it, and their replacements. */
  changes: Record<string, Record<string, string>>;
}

const errorCountsAsSaved = {
  'server/store/operations.ts': {
    "ask('save', posted)": "ask('save', posted).catch(() => ({ outcome: 'saved', reference: '222222' }))",
  },
};

export const mutations: readonly Mutation[] = [
  {
    campaign: 'kill',
    breaks: 'it commits only occasionally',
    changes: {
      'server/store/sqlite/transaction.ts': {
        "database.exec('begin immediate')": "if (!database.isTransaction) database.exec('begin immediate')",
        "database.exec('commit')": "if (Date.now() % 10 === 0) database.exec('commit')",
      },
    },
  },
  {
    campaign: 'power-loss',
    breaks: 'a commit is not synced',
    changes: {
      'server/store/sqlite/database.ts': { 'pragma synchronous = full': 'pragma synchronous = off' },
    },
  },
  {
    campaign: 'power-loss',
    breaks: 'a commit deletes its journal, and does not sync the folder',
    changes: {
      'server/store/sqlite/database.ts': { 'pragma journal_mode = truncate': 'pragma journal_mode = delete' },
    },
  },
  { campaign: 'full-disk', breaks: 'a store error is reported as saved', changes: errorCountsAsSaved },
  {
    campaign: 'mail-faults',
    breaks: 'duplicates are not marked',
    changes: {
      'server/outbox/delivery-result.ts': {
        'backsOff: true, mayHaveArrived: true': 'backsOff: true, mayHaveArrived: false',
      },
    },
  },
  {
    campaign: 'hostile-input',
    breaks: 'the rejection page does not escape what was typed',
    changes: {
      'server/contact-requests/rejection-page.ts': { '`\\n${typed}`': 'raw(typed)' },
    },
  },
  {
    campaign: 'failover',
    breaks: 'a commit waits for its standby indefinitely',
    changes: { 'server/store/timeouts.ts': { 'save: 5_000': 'save: 600_000' } },
  },
  {
    campaign: 'failover',
    breaks: 'a warning on COMMIT is ignored',
    changes: {
      'server/store/postgres/transaction.ts': {
        "warning !== undefined || command !== 'COMMIT'": "command !== 'COMMIT'",
      },
    },
  },
  {
    campaign: 'failover',
    breaks: 'repeats only read',
    changes: {
      'server/store/save-requests.ts': {
        'update idempotency_records\n  set repeats = repeats + 1\n':
          'select key, content_hash, saved_at, (select reference from requests where id = request_id) as reference from idempotency_records\n',
        '\n  returning key, content_hash, saved_at, (select reference from requests where id = request_id) as reference`':
          '`',
      },
    },
  },
  {
    campaign: 'failover',
    breaks: 'a node out of recovery counts as writable',
    changes: {
      'server/store/postgres/errors.ts': {
        "current_setting('transaction_read_only') = 'on'": 'pg_is_in_recovery()',
      },
    },
  },
];
