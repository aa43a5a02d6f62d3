import { randomUUID } from 'node:crypto';
import type { Attempt, Outcome } from '../mail/transport.ts';
import type { ClaimedRequest, DeliveryResult, Digest } from '../store/request-store.ts';
import { backOff, options } from './options.ts';

interface Consequence {
  state: DeliveryResult['state'];
  /** Whether the message itself backs off, longer each time. */
  backsOff: boolean;
  mayHaveArrived: boolean;
}

/** A message that met an unreachable mail server is due again at once, behind the others. */
const consequences: Record<Outcome, Consequence> = {
  accepted: { state: 'sent', backsOff: false, mayHaveArrived: false },
  filed: { state: 'filed', backsOff: false, mayHaveArrived: false },
  unreachable: { state: 'pending', backsOff: false, mayHaveArrived: false },
  'login refused': { state: 'pending', backsOff: false, mayHaveArrived: false },
  deferred: { state: 'pending', backsOff: true, mayHaveArrived: false },
  refused: { state: 'dead_lettered', backsOff: false, mayHaveArrived: false },
  ambiguous: { state: 'pending', backsOff: true, mayHaveArrived: true },
  'no answer': { state: 'pending', backsOff: false, mayHaveArrived: true },
};

/** The result for the request of a single email. `chance` is from 0 to 1. */
export function resultOf(
  request: ClaimedRequest,
  attempt: Attempt,
  now: Date,
  chance: number,
): DeliveryResult {
  const { state, backsOff, mayHaveArrived } = consequences[attempt.outcome];
  const deferrals = request.deferrals + (backsOff ? 1 : 0);
  const pause = backsOff ? backOff(options.deferral, deferrals, chance) : 0;
  return {
    requestId: request.requestId,
    leaseToken: request.leaseToken,
    state,
    at: now,
    dueAt: new Date(now.getTime() + pause),
    deferrals,
    possibleDuplicate: request.possibleDuplicate || mayHaveArrived,
    smtpCode: attempt.smtpCode,
  };
}

/**
 * The result for each request of a digest. If the mail server permanently refused it, the text of one request
 * is the likely cause: retrying without summaries, then in halves, isolates that request without delaying the
 * others.
 */
export function resultsOfDigest(
  digest: Digest,
  attempt: Attempt,
  now: Date,
  chance: number,
): DeliveryResult[] {
  const all = digest.requests.map((request) => resultOf(request, attempt, now, chance));
  if (attempt.outcome === 'refused' && digest.summaries.length > 0) {
    return all.map((result) => ({ ...result, state: 'pending' }));
  } else if (attempt.outcome === 'refused' && all.length > 1) {
    const halves = [randomUUID(), randomUUID()] as const;
    return all.map((result, index) => ({
      ...result,
      state: 'pending',
      digestId: halves[index < all.length / 2 ? 0 : 1],
    }));
  } else {
    // The same time for all: they are retried as one email.
    const dueAt = new Date(Math.max(...all.map((result) => result.dueAt.getTime())));
    return all.map((result) => ({ ...result, dueAt }));
  }
}
