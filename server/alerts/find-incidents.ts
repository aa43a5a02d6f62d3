import { options } from '../outbox/options.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { OldestUnsent, RequestStore, UnsentRequest } from '../store/request-store.ts';

export type IncidentKind =
  /** An email is two minutes late, or in a flood the overview that should name its request. */
  | 'mail_late'
  /** An emergency has been neither sent nor named in an overview for five minutes, for whatever reason. */
  | 'emergency_unsent'
  /** The mail server permanently refused an email, which has not been sent since. */
  | 'dead_letter'
  /** The mail server accepts emails for some addresses of MAIL_TO but not for another. */
  | 'recipient_refused'
  /** A file that was set aside is kept beyond its time: it holds what nobody has received or can read. */
  | 'copy_kept'
  /** Requests cannot be saved. */
  | 'store_failing';

export interface Incident {
  event: IncidentKind;
  /** The request it was first found in. Null for a failing store and a kept copy. */
  reference: string | null;
}

interface Findings {
  incidents: Incident[];
  /** Kinds that cannot be checked right now: their incidents are neither new nor over. */
  unknown: IncidentKind[];
}

export interface WatchedParts {
  store: Pick<RequestStore, 'check' | 'oldestUnsent'>;
  outbox: Pick<Outbox, 'missedByRecipients'>;
  /** The files that retention has set aside and kept. */
  keptCopies(): readonly string[];
  /** Whether there is a mail server. Without one, late mail is an incident only for emergencies. */
  delivers: boolean;
}

/** How long a request may stay unsent before the alert, in milliseconds. */
const mailAlertAfter = 2 * 60_000;
const emergencyAlertAfter = 5 * 60_000;

/** A busy disk fails occasionally: only two failures in a row are worth waking someone for. */
const failuresBeforeAlert = 2;

/** Returns a function that finds the current incidents. */
export function watchFor({ store, outbox, keptCopies, delivers }: WatchedParts): () => Promise<Findings> {
  let failures = 0;

  return async () => {
    const recipients = findMissed(outbox.missedByRecipients());
    if (keptCopies().length > 0) {
      recipients.incidents.push({ event: 'copy_kept', reference: null });
    }
    try {
      await store.check();
      const oldest = await store.oldestUnsent();
      failures = 0;
      return { ...recipients, incidents: [...recipients.incidents, ...findUnsent(oldest)] };
    } catch {
      failures += 1;
      const isFailing = failures >= failuresBeforeAlert;
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

  function findUnsent({ ordinary, emergency, refused, isHolding }: OldestUnsent): Incident[] {
    const late = overdue(ordinary, isHolding ? overviewWindow + mailAlertAfter : mailAlertAfter);
    const unsent = overdue(emergency, emergencyAlertAfter);
    return [
      ...(late && delivers ? [{ event: 'mail_late' as const, reference: late.reference }] : []),
      ...(unsent ? [{ event: 'emergency_unsent' as const, reference: unsent.reference }] : []),
      ...refused.map((reference) => ({ event: 'dead_letter' as const, reference })),
    ];
  }
}

/** The longest that a request waits for an overview, in milliseconds. */
const overviewWindow = options.budget.window + options.budget.holdsFor;

function overdue(request: UnsentRequest | undefined, after: number): UnsentRequest | undefined {
  return request && request.waited >= after ? request : undefined;
}

function findMissed(missed: readonly string[] | undefined): Findings {
  return {
    incidents: (missed ?? []).map((reference) => ({ event: 'recipient_refused', reference })),
    unknown: missed === undefined ? ['recipient_refused'] : [],
  };
}
