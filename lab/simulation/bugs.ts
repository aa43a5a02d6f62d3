/** A change that breaks a promise. */
export interface Bug {
  /** What it does, in words. */
  breaks: string;
  /** A file, a text that occurs once in it, and its replacement. */
  change: readonly [file: string, from: string, to: string];
}

/** What the simulation promises, with bugs that must make it fail. */
const bugsOf: Record<string, readonly Bug[]> = {
  "a phone's stored bucket holds four alarms and gains one each 7.5 minutes": [
    {
      breaks: 'a phone rings as often as there is something',
      change: ['server/paging/phone-channels.ts', 'holds: 4,', 'holds: 400,'],
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
      breaks: "a phone's bucket gains a place only each 20 minutes",
      change: ['server/paging/phone-channels.ts', 'refill: 7.5 *', 'refill: 20 *'],
    },
  ],
  'an alarm that was accepted or may have rung takes a place, a refused one none': [
    {
      breaks: 'an accepted alarm takes no place',
      change: [
        'server/queue/record.ts',
        'bucket && !isAccepted && !mayHaveArrived',
        'bucket && !mayHaveArrived',
      ],
    },
    {
      breaks: 'an alarm that may have rung takes no place',
      change: [
        'server/queue/record.ts',
        '!isAccepted && !mayHaveArrived && recorded',
        '!isAccepted && recorded',
      ],
    },
    {
      breaks: 'an alarm that was refused takes a place',
      change: [
        'server/queue/record.ts',
        'bucket && !isAccepted && !mayHaveArrived',
        'bucket && !isAccepted && mayHaveArrived',
      ],
    },
  ],
  'only a first mention may take the last place': [
    {
      breaks: 'a repeat takes the last place',
      change: ['server/queue/budget.ts', 'hasFirstMention ? 1 : 2', '1'],
    },
    {
      breaks: 'an alert takes the last place',
      change: [
        'server/store/incidents.ts',
        'takeFromBucket(transaction, bucket, 2)',
        'takeFromBucket(transaction, bucket, 1)',
      ],
    },
  ],
  'emergencies that were not named go first, network by network, then by age': [
    {
      breaks: 'repeats go before first mentions',
      change: ['server/queue/record.ts', 'repeatRank(rank)', 'rank'],
    },
    {
      breaks: 'emergencies ring in the order of arrival, whatever their network',
      change: [
        'server/requests/deliveries.ts',
        "buildRank(kindOf(route), 'turn')}\n  from requests cross",
        "buildRank(kindOf(route), '1')}\n  from requests cross",
      ],
    },
    {
      breaks: 'of the same turn, the newest emergency rings first',
      change: ['server/queue/budget.ts', 'rank, request_id, id limit', 'rank, request_id desc, id limit'],
    },
  ],
  'then come repeats, other requests, filled honeypots and alerts': [
    {
      breaks: 'other requests ring before repeats about emergencies',
      change: ['server/requests/deliveries.ts', "'(1 - honeypot_filled) * (1 - emergency) + 2", "'2"],
    },
    {
      breaks: 'emergencies that filled the honeypot ring like others',
      change: [
        'server/requests/deliveries.ts',
        "* (1 - emergency) + 2 * honeypot_filled'",
        "* (1 - emergency)'",
      ],
    },
    {
      breaks: 'an alert rings before alarms about requests',
      change: ['server/store/incidents.ts', 'recipient })) > 0', 'recipient })) > 1_000'],
    },
  ],
  'an alarm names up to five requests, a text message what fits, and counts the rest': [
    {
      breaks: 'an alarm names four at most',
      change: [
        'server/paging/phone-channels.ts',
        'export const mostNamed = 5;',
        'export const mostNamed = 4;',
      ],
    },
    {
      breaks: 'a text message names more than fit',
      change: ['server/paging/phone-channels.ts', 'recipient.mostNamed ?? mostNamed', 'mostNamed'],
    },
    {
      breaks: 'an alarm says nothing of those it does not name',
      change: ['server/queue/budget.ts', 'waiting: count - deliveries.length', 'waiting: 0'],
    },
    {
      breaks: "an alarm's text does not say how many wait",
      change: ['server/paging/page.ts', 'lines.push(more);', ''],
    },
  ],
  'what was counted stays first in order until it is named': [
    {
      breaks: 'what was counted waits as if it had been named',
      change: [
        'server/queue/record.ts',
        'set tallied_at = :wallClock\n',
        'set tallied_at = :wallClock, rank = 1000000\n',
      ],
    },
  ],
  'the minutes of the ladder are earliest times': [
    {
      breaks: 'a repeat rings before its minute',
      change: [
        'server/queue/record.ts',
        'at: postedAt + (steps[step] ?? 0)',
        'at: postedAt + (steps[step] ?? 0) / 2',
      ],
    },
    {
      breaks: 'the second phone rings at once, with the first',
      change: ['server/queue/in-turn.ts', 'ring) => position *', 'ring) => 0 * position *'],
    },
  ],
  'a repeat without a place joins the next alarm and is never made up for': [
    {
      breaks: 'a repeat waits for an alarm of its own',
      change: [
        'server/queue/budget.ts',
        '  const count = await countDue(transaction, bucket);\n',
        '  if (hasFirstMention) deliveries.splice(0, Infinity, ...deliveries.filter(({ rank }) => isFirstMention(rank)));\n  const count = await countDue(transaction, bucket);\n',
      ],
    },
    {
      breaks: 'rings that were missed are made up for',
      change: ['server/queue/record.ts', 'postedAt + after > now', 'now + after > now'],
    },
  ],
  "the second phone's turn runs from the post": [
    {
      breaks: "the second phone's turn begins nine minutes late",
      change: ['server/queue/in-turn.ts', 'ring) => position *', 'ring) => 2 * position *'],
    },
  ],
  'an emergency is named or counted within 8 minutes on the first phone whose service answers': [
    {
      breaks: 'an emergency first rings after nine minutes',
      change: ['server/queue/in-turn.ts', 'ring) => position *', 'ring) => (position + 1) *'],
    },
    {
      breaks: 'what an alarm does not name is not counted',
      change: [
        'server/queue/channel-sender.ts',
        'countsOthers: message.waiting > 0',
        'countsOthers: message.waiting < 0',
      ],
    },
    {
      breaks: "no other phone rings when a phone's service fails",
      change: ['server/paging/phone-channels.ts', 'recipients[position + 1]?.name', 'undefined'],
    },
  ],
  '30 requests are emailed in ten minutes': [
    {
      breaks: 'there is no budget',
      change: ['server/mail/email-channel.ts', 'requests: 30, window', 'requests: 3_000, window'],
    },
  ],
  'by email, an emergency waits for no other request, except in the places for what waited longest': [
    {
      breaks: 'by email, emergencies wait for other requests',
      change: [
        'server/requests/deliveries.ts',
        "? '1 - emergency + honeypot_filled",
        "? '1 + honeypot_filled",
      ],
    },
    {
      breaks: 'by email, whatever has waited longest has every place',
      change: ['server/mail/email-channel.ts', 'outOfTurn: 3 }', 'outOfTurn: 30 }'],
    },
  ],
  'what is over rings no more, and an incident ends after 15 quiet minutes': [
    {
      breaks: 'what somebody has taken rings on',
      change: ['server/requests/claim.ts', 'taken_at is not null or ', ''],
    },
    {
      breaks: 'an incident ends as soon as nothing is found',
      change: ['server/alerts/alerts.ts', 'quietTime = 15 *', 'quietTime = 0 *'],
    },
  ],
  'emails are sent in their order, and each result counts once': [
    {
      breaks: 'the oldest requests are emailed first',
      change: ['server/queue/budget.ts', 'order by state, rank, request_id', 'order by state, request_id'],
    },
    {
      breaks: 'a result counts after another server has claimed the email',
      change: ['server/queue/record.ts', 'lease_token = :leaseToken and state in', 'state in'],
    },
  ],
};

export const bugs: readonly Bug[] = Object.values(bugsOf).flat();
