import type { Attempt, Outcome } from '../mail/transport.ts';
import type { OwedMail, Settlement } from '../store/request-store.ts';
import { backOff } from './back-off.ts';
import { terms } from './terms.ts';

interface Consequence {
  state: Settlement['state'];
  /** The mail itself waits, longer each time. */
  backsOff: boolean;
  mayHaveArrived: boolean;
}

const consequences: Record<Outcome, Consequence> = {
  accepted: { state: 'sent', backsOff: false, mayHaveArrived: false },
  filed: { state: 'filed', backsOff: false, mayHaveArrived: false },
  unreachable: { state: 'pending', backsOff: false, mayHaveArrived: false },
  deferred: { state: 'pending', backsOff: true, mayHaveArrived: false },
  refused: { state: 'parked', backsOff: false, mayHaveArrived: false },
  ambiguous: { state: 'pending', backsOff: true, mayHaveArrived: true },
};

/** What an attempt means for the mail. One that waits for the connection goes to the end of the line. */
export function settlementOf(owed: OwedMail, attempt: Attempt, now: Date, chance: number): Settlement {
  const { state, backsOff, mayHaveArrived } = consequences[attempt.outcome];
  const refusals = owed.refusals + (backsOff ? 1 : 0);
  const pause = backsOff ? backOff(terms.refusal, refusals, chance) : 0;
  return {
    requestId: owed.requestId,
    leaseToken: owed.leaseToken,
    state,
    at: now,
    dueAt: new Date(now.getTime() + pause),
    refusals,
    possibleRepeat: owed.possibleRepeat || mayHaveArrived,
    answer: attempt.answer,
  };
}
