import type { ClaimedDelivery } from '../store/claim.ts';
import type { DeliveryResult } from '../store/record.ts';
import type { Attempt, AttemptOutcome } from './channel.ts';
import { backOff, options } from './options.ts';

/**
 *   saved ──► pending ──claim──► sending ──accepted──► sent
 *                ▲                  │
 *                ├── deferred, ambiguous: after a pause that grows
 *                ├── unreachable, login refused, no answer: at once, when the channel is tried
 *                ├── its lease ended, or its server stopped: at once, as a possible duplicate
 *                └── once a day ── refused: for good
 */
const consequences: Record<
  AttemptOutcome,
  /** `backsOff`: the delivery itself pauses, longer each time. */
  { state: DeliveryResult['state']; backsOff?: boolean; mayHaveArrived?: boolean }
> = {
  accepted: { state: 'sent' },
  filed: { state: 'filed' },
  unreachable: { state: 'pending' },
  'login refused': { state: 'pending' },
  deferred: { state: 'pending', backsOff: true },
  refused: { state: 'refused' },
  ambiguous: { state: 'pending', backsOff: true, mayHaveArrived: true },
  'no answer': { state: 'pending', mayHaveArrived: true },
};

/** `isStopping`: this process ended the attempt, which says nothing about the recipient. `chance`: from 0 to 1. */
export function resultOf(
  { deliveryId, leaseToken, ...delivery }: ClaimedDelivery,
  { outcome, resultCode }: Attempt,
  { chance, isStopping }: { chance: number; isStopping: boolean },
): DeliveryResult {
  const { state, backsOff = false, mayHaveArrived = false } = consequences[outcome];
  const attempts = delivery.attempts + (backsOff && !isStopping ? 1 : 0);
  const isAmbiguousAgain = outcome === 'ambiguous' && delivery.lastResult?.startsWith('ambiguous ');
  const pause = isAmbiguousAgain ? options.ambiguousTwice : backOff(options.deferral, attempts, chance);
  return {
    deliveryId,
    leaseToken,
    state,
    dueIn: state === 'refused' ? options.refused : backsOff && !isStopping ? pause : 0,
    attempts,
    possibleDuplicate: delivery.possibleDuplicate || mayHaveArrived,
    result: `${isStopping && mayHaveArrived ? 'interrupted' : outcome} ${resultCode}`,
    isTransferred: state === 'sent' || mayHaveArrived,
  };
}
