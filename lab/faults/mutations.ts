import type { CampaignName } from './campaigns.ts';

/** A change that breaks a promise. A campaign that still passes proves nothing. */
export interface Mutation {
  campaign: CampaignName;
  /** What it does, in words. */
  breaks: string;
  /** A file, a text that occurs once in it, and its replacement. */
  change: readonly [file: string, from: string, to: string];
}

export const mutations: readonly Mutation[] = [
  {
    campaign: 'kill',
    breaks: 'it answers before the commit',
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
      'withTimeout(perform(call, milliseconds), milliseconds)',
      "withTimeout(perform(call, milliseconds), milliseconds).catch((error) => { if (call.name !== 'saveAll') throw error; return call.parameters[0].map(() => ({ outcome: 'saved', reference: '222222' })); })",
    ],
  },
  {
    campaign: 'mail-faults',
    breaks: 'duplicates are not marked',
    change: ['server/queue/channel.ts', 'backsOff: true, mayHaveArrived: true', 'backsOff: true'],
  },
  {
    campaign: 'hostile-input',
    breaks: 'the log holds what a visitor typed',
    change: ['server/contact-form/route.ts', 'reference: saved.reference,', 'name: posted.fields.name,'],
  },
  {
    campaign: 'failover',
    breaks: 'a commit waits for no standby',
    change: ['server/store/postgres/pool.ts', 'synchronous_commit = on', 'synchronous_commit = local'],
  },
  {
    campaign: 'failover',
    breaks: 'repeats only read',
    change: [
      'server/requests/save.ts',
      'countRepeats, parameters',
      `'select idempotency_key as key, content_hash as "contentHash", reference from requests where idempotency_key in (select value ->> \\'key\\' from json_each(:posts))', parameters`,
    ],
  },
  {
    campaign: 'failover',
    breaks: 'an email whose result was lost is sent again unmarked',
    change: ['server/queue/claim.ts', ', possible_duplicate = 1', ''],
  },
  {
    campaign: 'power-loss',
    breaks: 'a lease that ends marks no duplicate',
    change: ['server/queue/claim.ts', ', possible_duplicate = 1', ''],
  },
  {
    campaign: 'simulation',
    breaks: 'the oldest requests are emailed first',
    change: ['server/queue/budget.ts', 'order by state, rank, request_id', 'order by state, request_id'],
  },
  {
    campaign: 'simulation',
    breaks: 'a result counts after another server has claimed the email',
    change: ['server/queue/record.ts', 'lease_token = :leaseToken and state in', 'state in'],
  },
  {
    campaign: 'simulation',
    breaks: 'there is no budget',
    change: ['server/mail/email-channel.ts', 'requests: 30, window', 'requests: 3_000, window'],
  },
  {
    campaign: 'simulation',
    breaks: 'an emergency first rings after nine minutes',
    change: ['server/queue/in-turn.ts', 'ring) => position *', 'ring) => (position + 1) *'],
  },
  {
    campaign: 'simulation',
    breaks: "the second phone's turn begins nine minutes late",
    change: ['server/queue/in-turn.ts', 'ring) => position *', 'ring) => 2 * position *'],
  },
  {
    campaign: 'simulation',
    breaks: 'what somebody has taken rings on',
    change: ['server/requests/claim.ts', 'taken_at is not null or ', ''],
  },
  {
    campaign: 'simulation',
    breaks: 'a phone rings as often as there is something',
    change: ['server/paging/phone-channels.ts', 'holds: 4,', 'holds: 400,'],
  },
  {
    campaign: 'simulation',
    breaks: "a phone's bucket gains a place only each 20 minutes",
    change: ['server/paging/phone-channels.ts', 'refill: 7.5 *', 'refill: 20 *'],
  },
  {
    campaign: 'simulation',
    breaks: 'a repeat takes the last place',
    change: ['server/queue/budget.ts', 'hasFirstMention ? 1 : 2', '1'],
  },
  {
    campaign: 'simulation',
    breaks: 'an alarm that may have rung takes no place',
    change: [
      'server/queue/record.ts',
      '!isAccepted && !mayHaveArrived && recorded',
      '!isAccepted && recorded',
    ],
  },
  {
    campaign: 'simulation',
    breaks: 'an alarm that was refused takes a place',
    change: [
      'server/queue/record.ts',
      'bucket && !isAccepted && !mayHaveArrived',
      'bucket && !isAccepted && mayHaveArrived',
    ],
  },
  {
    campaign: 'simulation',
    breaks: 'an alert takes the last place',
    change: [
      'server/store/incidents.ts',
      'takeFromBucket(transaction, bucket, 2)',
      'takeFromBucket(transaction, bucket, 1)',
    ],
  },
  {
    campaign: 'simulation',
    breaks: 'an alarm names four at most',
    change: ['server/paging/phone-channels.ts', 'export const mostNamed = 5;', 'export const mostNamed = 4;'],
  },
  {
    campaign: 'simulation',
    breaks: 'a text message names more than fit',
    change: ['server/paging/phone-channels.ts', 'recipient.mostNamed ?? mostNamed', 'mostNamed'],
  },
  {
    campaign: 'simulation',
    breaks: 'an alarm says nothing of those it does not name',
    change: ['server/queue/budget.ts', 'waiting: count - deliveries.length', 'waiting: 0'],
  },
  {
    campaign: 'simulation',
    breaks: 'what was counted waits as if it had been named',
    change: [
      'server/queue/record.ts',
      'set tallied_at = :wallClock\n',
      'set tallied_at = :wallClock, rank = 1000000\n',
    ],
  },
  {
    campaign: 'simulation',
    breaks: 'a repeat rings before its minute',
    change: [
      'server/queue/record.ts',
      'at: postedAt + (steps[step] ?? 0)',
      'at: postedAt + (steps[step] ?? 0) / 2',
    ],
  },
  {
    campaign: 'simulation',
    breaks: 'repeats go before first mentions',
    change: ['server/queue/record.ts', 'repeatRank(rank)', 'rank'],
  },
  {
    campaign: 'simulation',
    breaks: 'emergencies ring in the order of arrival, whatever their network',
    change: [
      'server/requests/deliveries.ts',
      "rankOf(kindOf(route), 'turn')}\n  from requests cross",
      "rankOf(kindOf(route), '1')}\n  from requests cross",
    ],
  },
  {
    campaign: 'simulation',
    breaks: 'what an alarm does not name is not counted',
    change: [
      'server/queue/channel-sender.ts',
      'countsOthers: message.waiting > 0',
      'countsOthers: message.waiting < 0',
    ],
  },
  {
    campaign: 'simulation',
    breaks: 'rings that were missed are made up for',
    change: ['server/queue/record.ts', 'postedAt + after > now', 'now + after > now'],
  },
  {
    campaign: 'simulation',
    breaks: "no other phone rings when a phone's service fails",
    change: ['server/paging/phone-channels.ts', 'recipients[position + 1]?.name', 'undefined'],
  },
  {
    campaign: 'simulation',
    breaks: 'by email, emergencies wait for other requests',
    change: ['server/requests/deliveries.ts', "? '1 - emergency + honeypot_filled", "? '1 + honeypot_filled"],
  },
  {
    campaign: 'simulation',
    breaks: 'an incident ends as soon as nothing is found',
    change: ['server/alerts/alerts.ts', 'quietTime = 15 *', 'quietTime = 0 *'],
  },
];
