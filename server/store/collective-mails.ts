import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { dueOf, isDue, leaseOf, readClaimed, underLease } from './owed-mails.ts';
import type { CollectiveTerms, OwedCollective } from './request-store.ts';

export function claimCollective(database: DatabaseSync, terms: CollectiveTerms): OwedCollective | undefined {
  const leaseToken = randomUUID();
  const batch = beginAgain(database, terms, leaseToken) ?? assemble(database, terms, leaseToken);
  const mails = readClaimed(database, leaseToken);
  return batch === undefined || mails.length === 0
    ? undefined
    : { batch, mails, left: countWaiting(database, terms) };
}

/** One that was begun and did not arrive keeps its requests and its name: a repeat can be told as one. */
function beginAgain(database: DatabaseSync, terms: CollectiveTerms, leaseToken: string): string | undefined {
  const found = database.prepare(firstBegun).get(dueOf(terms)) as { batch: string } | undefined;
  if (found) {
    database.prepare(claimBegun).run({ ...leaseOf(leaseToken, terms), ...dueOf(terms), batch: found.batch });
  }
  return found?.batch;
}

const firstBegun = `
  select batch
  from owed_mails
  where batch is not null and ${isDue}
  order by due_at
  limit 1`;

const claimBegun = `
  update owed_mails
  set ${underLease}
  where batch = :batch and ${isDue}`;

function assemble(database: DatabaseSync, terms: CollectiveTerms, leaseToken: string): string | undefined {
  if (terms.assemble === 'nothing') {
    return undefined;
  }
  const { bytesAtMost, bytesEach, bytesEachLine } = terms;
  const room = { bytesAtMost, bytesEach, bytesEachLine, all: terms.assemble === 'all' ? 1 : 0 };
  database.prepare(claimNew).run({ ...leaseOf(leaseToken, terms), ...dueOf(terms), ...room });
  return leaseToken;
}

/** Waits for a collective mail: in none yet, and not to be sent by itself. */
const waits = `batch is null and not apart and (trapped or :all) and ${isDue}`;

/** What fell for the honeypot comes last, an emergency first: where there is no room for all, it is theirs. */
const claimNew = `
  update owed_mails
  set batch = :leaseToken, ${underLease}
  where request_id in (
    select request_id
    from (
      select request_id,
             sum(octet_length(name) + octet_length(phone) + octet_length(email) + octet_length(message)
                 + :bytesEachLine * (length(message) - length(replace(message, char(10), ''))) + :bytesEach)
               over (order by trapped, service <> 'emergency', request_id) as bytes
      from owed_mails join requests on request_id = id
      where ${waits}
    )
    where bytes <= :bytesAtMost
  )`;

function countWaiting(database: DatabaseSync, terms: CollectiveTerms): number {
  const all = terms.assemble === 'trapped' ? 0 : 1;
  const row = database.prepare(`select count(*) as count from owed_mails where ${waits}`);
  return (row.get({ ...dueOf(terms), all }) as { count: number }).count;
}
