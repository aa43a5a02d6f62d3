import type { Clock } from '../clock.ts';
import { options } from '../outbox/options.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { OldestUnsent, RequestStore, UnsentRequest } from '../store/request-store.ts';

export type IncidentKind =
  /** An email is two minutes late, or that long after the end of its digest window. */
  | 'mail_late'
  /** An emergency has been unsent for five minutes, for any reason. */
  | 'emergency_unsent'
  /** The mail server permanently refused an email, and it has not been sent since. */
  | 'dead_letter'
  /** The mail server accepts emails for some addresses of MAIL_TO but not for another. */
  | 'recipient_refused'
  /** Requests cannot be saved. */
  | 'store_failing';

export interface Incident {
  event: IncidentKind;
  /** Of the request or the digest that it was first seen in. Of a failing store there is none. */
  reference: string | null;
}

export interface Findings {
  incidents: Incident[];
  /** Unknown right now: these incidents are neither new nor over. */
  unknown: IncidentKind[];
}

export interface WatchedParts {
  store: Pick<RequestStore, 'check' | 'oldestUnsent'>;
  outbox: Pick<Outbox, 'inDigestMode' | 'missedByRecipients'>;
  /** Whether there is a mail server. Without one, only unsent emergencies are incidents. */
  delivers: boolean;
  clock: Clock;
}

/** Milliseconds. */
const lateAfter = 120_000;
const emergencyAfter = 5 * 60_000;

/** A busy disk fails occasionally: only two failures in a row are worth waking someone for. */
const failingLooks = 2;

/** Returns a function that finds the current incidents. */
export function watchFor({ store, outbox, delivers, clock }: WatchedParts): () => Promise<Findings> {
  const startedAt = clock.now();
  let failures = 0;

  return async () => {
    const recipients = findMissed(outbox.missedByRecipients());
    try {
      const now = clock.now();
      await store.check(now);
      const oldest = await store.oldestUnsent();
      failures = 0;
      return { ...recipients, incidents: [...recipients.incidents, ...findUnsent(oldest, now)] };
    } catch {
      failures += 1;
      const isFailing = failures >= failingLooks;
      return {
        incidents: [
          ...recipients.incidents,
          ...(isFailing ? [{ event: 'store_failing' as const, reference: null }] : []),
        ],
        unknown: [
          ...recipients.unknown,
          'mail_late',
          'emergency_unsent',
          'dead_letter',
          ...(isFailing ? [] : ['store_failing' as const]),
        ],
      };
    }
  };

  function findUnsent({ ordinary, inDigest, emergency, refused }: OldestUnsent, now: Date): Incident[] {
    const late = [
      overdue(ordinary, outbox.inDigestMode() ? digestWindow(ordinary) : 0, lateAfter, now),
      overdue(inDigest, digestWindow(inDigest), lateAfter, now),
    ].find((one) => one !== undefined);
    const unsent = overdue(emergency, 0, emergencyAfter, now);
    return [
      ...(late && delivers ? [{ event: 'mail_late' as const, reference: late.reference }] : []),
      ...(unsent ? [{ event: 'emergency_unsent' as const, reference: unsent.reference }] : []),
      ...refused.map((reference) => ({ event: 'dead_letter' as const, reference })),
    ];
  }

  /** How long until the next digest at most: a restart restarts the window. */
  function digestWindow(request: UnsentRequest | undefined): number {
    const waitedBefore = startedAt.getTime() - (request?.receivedAt.getTime() ?? 0);
    return options.digest.window + Math.max(0, waitedBefore);
  }
}

function overdue(request: UnsentRequest | undefined, window: number, after: number, now: Date) {
  return request && now.getTime() - request.receivedAt.getTime() >= window + after ? request : undefined;
}

function findMissed(missed: readonly string[] | undefined): Findings {
  return {
    incidents: (missed ?? []).map((reference) => ({ event: 'recipient_refused', reference })),
    unknown: missed === undefined ? ['recipient_refused'] : [],
  };
}
