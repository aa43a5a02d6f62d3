/** A change that breaks a promise. */
export interface Bug {
  /** The bug's effect, as a clause. */
  breaks: string;
  /** A file, a text that occurs exactly once in it, and the replacement. */
  change: readonly [file: string, from: string, to: string];
}

/** The simulation's promises, each with bugs that must make it fail. */
const bugsByPromise: Record<string, readonly Bug[]> = {
  "a phone's stored bucket has room for four alarms and gains one every 7.5 minutes": [
    {
      breaks: 'nothing limits how often a phone rings',
      change: ['server/paging/paging-channels.ts', 'capacity: 4,', 'capacity: 400,'],
    },
    {
      breaks: "a restart fills the phones' buckets",
      change: [
        'server/requests/deliveries.ts',
        'set refused_at = null',
        'set refused_at = null, full_at = 0',
      ],
    },
    {
      breaks: "a phone's bucket gains a slot only every 20 minutes",
      change: ['server/paging/paging-channels.ts', 'refillInterval: 7.5 *', 'refillInterval: 20 *'],
    },
  ],
  'an accepted or ambiguous alarm uses a slot, and a refused alarm does not': [
    {
      breaks: 'an accepted alarm uses no slot',
      change: [
        'server/queue/record-result.ts',
        'bucket && !isAccepted && !mayHaveArrived',
        'bucket && !mayHaveArrived',
      ],
    },
    {
      breaks: 'an ambiguous alarm uses no slot',
      change: [
        'server/queue/record-result.ts',
        '!isAccepted && !mayHaveArrived && recorded',
        '!isAccepted && recorded',
      ],
    },
    {
      breaks: 'a refused alarm uses a slot',
      change: [
        'server/queue/record-result.ts',
        'bucket && !isAccepted && !mayHaveArrived',
        'bucket && !isAccepted && mayHaveArrived',
      ],
    },
  ],
  'only a first mention may use the last slot': [
    {
      breaks: 'a repeat uses the last slot',
      change: ['server/queue/budget.ts', 'mayUseLast: hasFirstMention', 'mayUseLast: true'],
    },
    {
      breaks: 'an alert uses the last slot',
      change: [
        'server/queue/bucket.ts',
        'acquireSlot(transaction, bucket, { mayUseLast: false })',
        'acquireSlot(transaction, bucket, { mayUseLast: true })',
      ],
    },
  ],
  'unnamed emergencies come first, ordered by round and then by age': [
    {
      breaks: 'repeats come before first mentions',
      change: ['server/queue/record-result.ts', 'toRepeatRank(rank)', 'rank'],
    },
    {
      breaks: 'emergencies ring in order of arrival, regardless of their network',
      change: [
        'server/requests/deliveries.ts',
        'buildRankSql(buildPrioritySql(channel), roundColumn)}\n  from requests cross',
        "buildRankSql(buildPrioritySql(channel), '1')}\n  from requests cross",
      ],
    },
    {
      breaks: 'the newest emergency of a round rings first',
      change: ['server/queue/budget.ts', 'rank, request_id, id limit', 'rank, request_id desc, id limit'],
    },
  ],
  'repeats, other requests, possible spam, and alerts follow in this order': [
    {
      breaks: 'other requests ring before repeats about emergencies',
      change: [
        'server/requests/deliveries.ts',
        'honeypot_filled = 0 and emergency = 1',
        'honeypot_filled = 0',
      ],
    },
    {
      breaks: 'emergencies with a filled honeypot ring like others',
      change: ['server/requests/deliveries.ts', 'honeypot_filled = 0 and emergency = 1', 'emergency = 1'],
    },
    {
      breaks: 'an alert rings before alarms about requests',
      change: ['server/queue/bucket.ts', 'recipient })) > 0', 'recipient })) > 1_000'],
    },
  ],
  'an alarm names up to five requests, or as many as fit a text message, and counts the rest': [
    {
      breaks: 'an alarm names at most four requests',
      change: [
        'server/paging/paging-channels.ts',
        'export const maxRequestsNamed = 5;',
        'export const maxRequestsNamed = 4;',
      ],
    },
    {
      breaks: 'a text message names more requests than fit',
      change: [
        'server/paging/paging-channels.ts',
        'recipient.maxRequestsNamed ?? maxRequestsNamed',
        'maxRequestsNamed',
      ],
    },
    {
      breaks: 'an alarm does not count the requests that it does not name',
      change: ['server/queue/budget.ts', 'waiting: count - deliveries.length', 'waiting: 0'],
    },
    {
      breaks: "an alarm's text does not say how many requests wait",
      change: ['server/paging/alarm.ts', 'lines.push(more);', ''],
    },
  ],
  'a counted request keeps its place in the order until it is named': [
    {
      breaks: 'a counted request waits as if it had been named',
      change: [
        'server/queue/record-result.ts',
        'set tallied_at = :wallTime\n',
        'set tallied_at = :wallTime, rank = 1000000\n',
      ],
    },
  ],
  "the escalation's minutes are earliest times": [
    {
      breaks: 'a repeat rings before its minute',
      change: [
        'server/queue/record-result.ts',
        'at: stepsBeganAt + (steps[step] ?? 0)',
        'at: stepsBeganAt + (steps[step] ?? 0) / 2',
      ],
    },
    {
      breaks: 'the second phone rings together with the first',
      change: ['server/queue/turns.ts', 'time) => position *', 'time) => 0 * position *'],
    },
  ],
  'a repeat without a slot joins the next alarm and is never made up for': [
    {
      breaks: 'a repeat waits for a separate alarm',
      change: [
        'server/queue/budget.ts',
        '  const count = await countDue(transaction, bucket);\n',
        '  if (hasFirstMention) deliveries.splice(0, Infinity, ...deliveries.filter(({ rank }) => ranks.isFirstMention(rank)));\n  const count = await countDue(transaction, bucket);\n',
      ],
    },
    {
      breaks: 'missed rings are made up for',
      change: ['server/queue/record-result.ts', 'stepsBeganAt + after > now', 'now + after > now'],
    },
  ],
  "the second phone's turn begins nine minutes after the post": [
    {
      breaks: "the second phone's turn begins nine minutes late",
      change: ['server/queue/turns.ts', 'time) => position *', 'time) => 2 * position *'],
    },
  ],
  'the first phone whose service works names or counts an emergency within 8 minutes': [
    {
      breaks: 'an emergency first rings after nine minutes',
      change: ['server/queue/turns.ts', 'time) => position *', 'time) => (position + 1) *'],
    },
    {
      breaks: 'requests that an alarm does not name are not counted',
      change: [
        'server/queue/channel-sender.ts',
        'mentionsWaiting: message.waiting > 0',
        'mentionsWaiting: message.waiting < 0',
      ],
    },
    {
      breaks: "no other phone rings when a phone's service fails",
      change: ['server/paging/paging-channels.ts', 'recipients[position + 1]?.name', 'undefined'],
    },
  ],
  '30 requests are emailed in ten minutes': [
    {
      breaks: 'email has no budget',
      change: ['server/mail/email-channel.ts', 'maxRequests: 30', 'maxRequests: 3_000'],
    },
  ],
  'an email about an emergency waits only for the slots reserved for the longest waits': [
    {
      breaks: 'emails about emergencies wait for other requests',
      change: ['server/requests/deliveries.ts', "? 'emergency = 1'", "? 'emergency = 2'"],
    },
    {
      breaks: 'the requests that waited longest get every slot for emails',
      change: ['server/mail/email-channel.ts', 'reservedSlots: 3', 'reservedSlots: 30'],
    },
  ],
  'finished requests stop ringing, and an incident ends after 15 quiet minutes': [
    {
      breaks: 'a taken request keeps ringing',
      change: ['server/requests/request-with-history.ts', 'taken_at is not null or ', ''],
    },
    {
      breaks: 'an incident ends as soon as a check finds nothing',
      change: ['server/alerts/alerts.ts', 'quietTime = 15 *', 'quietTime = 0 *'],
    },
  ],
  'emails are sent in order, and each result counts once': [
    {
      breaks: 'the oldest requests are emailed first',
      change: ['server/queue/budget.ts', 'order by state, rank, request_id', 'order by state, request_id'],
    },
    {
      breaks: 'a result counts after another server has claimed the email',
      change: ['server/queue/record-result.ts', 'lease_token = :leaseToken and state in', 'state in'],
    },
  ],
};

export const bugs: readonly Bug[] = Object.values(bugsByPromise).flat();
