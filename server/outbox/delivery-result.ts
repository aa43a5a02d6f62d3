import type { Attempt, AttemptOutcome, RefusedRecipient } from '../mail/transport.ts';
import type {
  ClaimedRequest,
  DeliveryResult,
  MailServerResult,
  Overview,
  OverviewResult,
} from '../store/request-store.ts';
import { backOff, options } from './options.ts';

/**
 * What becomes of a message:
 *
 *   saved ──► pending ──claim──► sending ──accepted──► (does an address still lack it?) ──► sent
 *                ▲                  │                        │ yes: pending, for those only
 *                ├── deferred, ambiguous: after a pause that grows
 *                ├── unreachable, login refused, no answer: at once, when the mail server is tried
 *                ├── its lease ended: at once, the second time after half a minute
 *                └── once a day ── dead_lettered: refused for good
 */
interface Consequence {
  state: DeliveryResult['state'];
  /** Whether the message itself backs off, longer each time. */
  backsOff?: boolean;
  mayHaveArrived?: boolean;
  mailServer: MailServerResult['kind'];
}

/** A message that met an unreachable mail server is due again at once, behind what has waited longer. */
const consequences: Record<AttemptOutcome, Consequence> = {
  accepted: { state: 'sent', mailServer: 'accepted' },
  filed: { state: 'filed', mailServer: 'answered' },
  unreachable: { state: 'pending', mailServer: 'unreachable' },
  'login refused': { state: 'pending', mailServer: 'login refused' },
  deferred: { state: 'pending', backsOff: true, mailServer: 'deferred' },
  refused: { state: 'dead_lettered', mailServer: 'answered' },
  ambiguous: { state: 'pending', backsOff: true, mayHaveArrived: true, mailServer: 'answered' },
  'no answer': { state: 'pending', mayHaveArrived: true, mailServer: 'unreachable' },
};

/** `to`: the addresses it was sent to. `chance` is from 0 to 1. */
export function resultOf(
  request: ClaimedRequest,
  to: readonly string[],
  attempt: Attempt,
  chance: number,
): DeliveryResult {
  const { requestId, leaseToken } = request;
  const { outcome, resultCode } = attempt;
  const { backsOff = false, mayHaveArrived = false } = consequences[outcome];
  const remaining = remainingAfter(request, to, attempt);
  const isDeferred = backsOff || (outcome === 'accepted' && remaining?.length !== 0);
  const attempts = request.attempts + (isDeferred ? 1 : 0);
  const state = stateAfter(request, outcome, remaining);
  const isDaily = outcome === 'refused' && state === 'dead_lettered';
  const pause = isDeferred ? backOff(options.deferral, attempts, chance) : 0;
  return {
    requestId,
    leaseToken,
    state,
    dueIn: isDaily ? options.deadLetterRetryInterval : pause,
    attempts,
    possibleDuplicate: request.possibleDuplicate || mayHaveArrived,
    remaining,
    deliveredAt: remaining === undefined ? undefined : request.asOf,
    resultCode,
    mailServer: mailServerAfter(attempt, chance),
  };
}

/** Undefined while no address has accepted it. */
function remainingAfter(
  request: ClaimedRequest,
  to: readonly string[],
  { outcome, refused = [] }: Attempt,
): readonly string[] | undefined {
  if (outcome === 'accepted') {
    return refused.filter(({ forGood }) => !forGood).map(({ address }) => address);
  } else if (request.remaining !== undefined) {
    return outcome === 'refused' ? [] : to;
  } else {
    return undefined;
  }
}

function stateAfter(
  { wasRefused }: ClaimedRequest,
  outcome: AttemptOutcome,
  remaining: readonly string[] | undefined,
): DeliveryResult['state'] {
  const { state, mayHaveArrived = false } = consequences[outcome];
  if (remaining !== undefined) {
    return remaining.length === 0 ? 'sent' : 'pending';
  } else if (state === 'pending' && wasRefused && !mayHaveArrived) {
    // Still refused, so it stays behind the others.
    return 'dead_lettered';
  } else {
    return state;
  }
}

/** The addresses that do not get the email, and will not. */
export function lostRecipients(
  to: readonly string[],
  { outcome, resultCode, refused = [] }: Attempt,
): readonly RefusedRecipient[] {
  return outcome === 'refused' ? to.map((address) => ({ address, resultCode, forGood: true })) : refused;
}

/** The result when no address in MAIL_TO lacks the email any more: nothing was sent. */
export function deliveredToAll(request: ClaimedRequest): DeliveryResult {
  const result = resultOf(request, [], { outcome: 'accepted', resultCode: '250' }, 0);
  return { ...result, mailServer: { kind: 'unknown', isTransferred: false, chance: 0 } };
}

export function resultOfOverview(
  { id, requests }: Overview,
  attempt: Attempt,
  chance: number,
): OverviewResult {
  const outcomes: Partial<Record<AttemptOutcome, OverviewResult['outcome']>> = {
    accepted: 'accepted',
    ambiguous: 'uncertain',
    'no answer': 'uncertain',
    deferred: 'deferred',
    refused: 'refused',
  };
  return {
    id,
    requestIds: requests.map(({ requestId }) => requestId),
    outcome: outcomes[attempt.outcome] ?? 'not sent',
    mailServer: mailServerAfter(attempt, chance),
  };
}

function mailServerAfter({ outcome }: Attempt, chance: number): MailServerResult {
  const { mailServer: kind, mayHaveArrived = false } = consequences[outcome];
  return { kind, isTransferred: outcome === 'accepted' || mayHaveArrived, chance };
}
