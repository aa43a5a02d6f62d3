import { type Bug, bugs } from '../simulation/bugs.ts';
import type { CampaignName } from './campaigns.ts';

/** A bug that its campaign must detect. A campaign that still passes proves nothing. */
export interface CampaignBug extends Bug {
  campaign: CampaignName;
}

export const campaignBugs: readonly CampaignBug[] = [
  {
    campaign: 'kill',
    breaks: 'the server answers before the commit',
    change: [
      'server/store/sqlite/transaction.ts',
      "database.exec('commit');",
      "if (Date.now() % 10 === 0) database.exec('commit'); else database.exec('rollback');",
    ],
  },
  {
    campaign: 'power-loss',
    breaks: 'a commit is not synced',
    change: ['server/store/sqlite/database.ts', 'pragma synchronous = full', 'pragma synchronous = off'],
  },
  {
    campaign: 'full-disk',
    breaks: 'a store error is reported as saved',
    change: [
      'server/store/request-store.ts',
      'withTimeout(executeCall(call, timeout), timeout)',
      "withTimeout(executeCall(call, timeout), timeout).catch((error) => { if (call.name !== 'saveAll') throw error; return call.parameters[0].map(() => ({ outcome: 'saved', reference: '222222' })); })",
    ],
  },
  {
    campaign: 'mail-faults',
    breaks: 'duplicates are not marked',
    change: ['server/queue/channel.ts', 'backsOff: true, mayHaveArrived: true', 'backsOff: true'],
  },
  {
    campaign: 'hostile-input',
    breaks: 'the log contains words that a visitor typed',
    change: ['server/contact-form/route.ts', 'reference: saved.reference,', 'name: posted.fields.name,'],
  },
  {
    campaign: 'failover',
    breaks: 'a commit does not wait for a standby',
    change: ['server/store/postgres/pool.ts', 'synchronous_commit = on', 'synchronous_commit = local'],
  },
  {
    campaign: 'failover',
    breaks: 'a repeated post only reads, without a commit',
    change: [
      'server/requests/save.ts',
      'expireKeysAndFindRepeatsSql, parameters',
      `'select idempotency_key as key, content_hash as "contentHash", reference from requests where idempotency_key in (select value ->> \\'key\\' from json_each(:posts))', parameters`,
    ],
  },
  {
    campaign: 'failover',
    breaks: 'an email whose result was lost is sent again without a mark',
    change: ['server/queue/claim.ts', ', possible_duplicate = 1', ''],
  },
  {
    campaign: 'power-loss',
    breaks: 'an email is not marked as a possible duplicate after its lease ends',
    change: ['server/queue/claim.ts', ', possible_duplicate = 1', ''],
  },
  ...bugs.map((bug) => ({ campaign: 'simulation' as const, ...bug })),
];
